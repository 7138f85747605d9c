import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Request, Response } from "express";
import { once } from "./once.ts";

/** Returns a handler that sends a public JSON document. The document is made and packed once, on the first request. */
export function sendDocument(makeDocument: () => object): (request: Request, response: Response) => void {
  const made = once(() => {
    const bytes = Buffer.from(JSON.stringify(makeDocument()));
    // Weak: packed and unpacked are the same document.
    const tag = `W/"${createHash("sha256").update(bytes).digest("base64url")}"`;
    return { bytes, tag, packed: gzipSync(bytes, { level: 9 }) };
  });
  return (request, response) => {
    const { bytes, tag, packed } = made();
    const isPacked = request.acceptsEncodings("gzip") === "gzip";
    // Express answers 304 by it.
    response.set("ETag", tag).type("json").vary("Accept-Encoding");
    if (isPacked) response.set("Content-Encoding", "gzip");
    response.send(isPacked ? packed : bytes);
  };
}
