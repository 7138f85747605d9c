import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Request, Response } from "express";

const pack = promisify(gzip);

/** A page that is the same for everybody. */
export interface PackedPage {
  readonly bytes: Buffer;
  readonly packed: Buffer;
  /** A weak one: packed or not, it is the same page. */
  readonly entityTag: string;
}

/** Packed and hashed once, for `sendPacked` to send as often as it is asked for. */
export async function packPage(text: string): Promise<PackedPage> {
  const bytes = Buffer.from(text);
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  return { bytes, packed: await pack(bytes, { level: 9 }), entityTag: `W/"${hash}"` };
}

export function sendPacked(
  request: Request,
  response: Response,
  { status, page }: { readonly status: number; readonly page: PackedPage },
): void {
  const isPacked = takesPacked(request);
  sendBody(response, { status, isPacked, body: isPacked ? page.packed : page.bytes });
}

/**
 * Packed for browsers that take it, so that all of it comes with the first round trip. Its length tells nobody the token that
 * is in it: what others can make a browser ask for has nothing of theirs in it, and a form that they post is refused.
 */
export async function sendPage(
  request: Request,
  response: Response,
  page: { readonly status: number; readonly text: string },
): Promise<void> {
  const isPacked = takesPacked(request);
  const body = isPacked ? await pack(page.text) : Buffer.from(page.text);
  sendBody(response, { status: page.status, isPacked, body });
}

const takesPacked = (request: Request) => request.acceptsEncodings("gzip") === "gzip";

function sendBody(
  response: Response,
  { status, isPacked, body }: { readonly status: number; readonly isPacked: boolean; readonly body: Buffer },
): void {
  response.status(status).type("html").vary("Accept-Encoding");
  if (isPacked) response.set("Content-Encoding", "gzip");
  response.send(body);
}
