import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Request, Response } from "express";

const pack = promisify(gzip);

type PageType = "html" | "json";

/** A page that is the same for every reader. */
export interface PackedPage {
  readonly bytes: Buffer;
  readonly packed: Buffer;
  /** Weak, because the packed and the plain form share it. */
  readonly entityTag: string;
}

/** Packs and hashes a page once, for `sendPacked`. */
export async function packPage(text: string): Promise<PackedPage> {
  const bytes = Buffer.from(text);
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  return { bytes, packed: await pack(bytes, { level: 9 }), entityTag: `W/"${hash}"` };
}

export function sendPacked(
  request: Request,
  response: Response,
  {
    status,
    page,
    type = "html",
  }: { readonly status: number; readonly page: PackedPage; readonly type?: PageType },
): void {
  const isPacked = takesPacked(request);
  sendBody(response, { status, type, isPacked, body: isPacked ? page.packed : page.bytes });
}

/**
 * Sends a page, packed for browsers that accept that, so that it arrives with the first round trip. The packed length does not
 * leak the token in the page (BREACH): other sites cannot put text of theirs into the page, and forms they post are refused.
 */
export async function sendPage(
  request: Request,
  response: Response,
  page: { readonly status: number; readonly text: string },
): Promise<void> {
  const isPacked = takesPacked(request);
  const body = isPacked ? await pack(page.text) : Buffer.from(page.text);
  sendBody(response, { status: page.status, type: "html", isPacked, body });
}

const takesPacked = (request: Request) => request.acceptsEncodings("gzip") === "gzip";

function sendBody(
  response: Response,
  {
    status,
    type,
    isPacked,
    body,
  }: {
    readonly status: number;
    readonly type: PageType;
    readonly isPacked: boolean;
    readonly body: Buffer;
  },
): void {
  response.status(status).type(type).vary("Accept-Encoding");
  if (isPacked) response.set("Content-Encoding", "gzip");
  response.send(body);
}
