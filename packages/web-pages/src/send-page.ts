import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Request, Response } from "express";

const pack = promisify(gzip);

/**
 * Packed for browsers that take it, so that all of it comes with the first round trip. Its length tells nobody the token that
 * is in it: what others can make a browser ask for has nothing of theirs in it, and a form that they post is refused.
 */
export async function sendPage(
  request: Request,
  response: Response,
  page: { readonly status: number; readonly text: string },
): Promise<void> {
  const isPacked = request.acceptsEncodings("gzip") === "gzip";
  const body = isPacked ? await pack(page.text) : Buffer.from(page.text);
  response.status(page.status).type("html").vary("Accept-Encoding");
  if (isPacked) response.set("Content-Encoding", "gzip");
  response.send(body);
}
