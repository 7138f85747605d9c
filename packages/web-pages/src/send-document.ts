import { gzipSync } from "node:zlib";
import type { Request, Response } from "express";

/** Sends a JSON document that never changes: written and packed once, because it is large and anyone may ask for it. */
export function sendDocument(document: object): (request: Request, response: Response) => void {
  const bytes = Buffer.from(JSON.stringify(document));
  const packed = gzipSync(bytes, { level: 9 });
  return (request, response) => {
    const isPacked = request.acceptsEncodings("gzip") === "gzip";
    response.type("json").vary("Accept-Encoding");
    if (isPacked) response.set("Content-Encoding", "gzip");
    response.send(isPacked ? packed : bytes);
  };
}
