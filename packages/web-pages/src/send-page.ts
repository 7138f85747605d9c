import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, Response } from "express";

type Encoding = "br" | "gzip";

const pack = promisify(gzip);
const packBrotli = promisify(brotliCompress);
/** A page of 20 KiB: 6 % less than gzip, in 0.2 ms more. Higher ones save no more. */
const BROTLI_QUALITY = 5;

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
  const encoding = encodingOf(request, ["gzip"]);
  sendBody(response, { status, type, encoding, body: encoding === undefined ? page.bytes : page.packed });
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
  const encoding = encodingOf(request, ["br", "gzip"]);
  const body = await packedAs(encoding, Buffer.from(page.text));
  sendBody(response, { status: page.status, type: "html", encoding, body });
}

/** The first of these that the reader takes. */
function encodingOf(request: Request, encodings: readonly Encoding[]): Encoding | undefined {
  return encodings.find((encoding) => request.acceptsEncodings(encoding) === encoding);
}

async function packedAs(encoding: Encoding | undefined, bytes: Buffer): Promise<Buffer> {
  if (encoding === undefined) return bytes;
  if (encoding === "gzip") return await pack(bytes);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return await packBrotli(bytes, {
    params: { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

function sendBody(
  response: Response,
  {
    status,
    type,
    encoding,
    body,
  }: {
    readonly status: number;
    readonly type: PageType;
    readonly encoding: Encoding | undefined;
    readonly body: Buffer;
  },
): void {
  response.status(status).type(type).vary("Accept-Encoding");
  if (encoding !== undefined) response.set("Content-Encoding", encoding);
  response.send(body);
}
