import { gzipSync } from "node:zlib";
import type { Request, Response } from "express";
import { once } from "./once.ts";

/** Returns a handler that sends a public JSON document. The document is made and packed once, on the first request. */
export function sendDocument(makeDocument: () => object): (request: Request, response: Response) => void {
  const made = once(() => {
    const bytes = Buffer.from(JSON.stringify(makeDocument()));
    return { bytes, packed: gzipSync(bytes, { level: 9 }) };
  });
  return (request, response) => {
    const { bytes, packed } = made();
    const isPacked = request.acceptsEncodings("gzip") === "gzip";
    response.type("json").vary("Accept-Encoding");
    if (isPacked) response.set("Content-Encoding", "gzip");
    response.send(isPacked ? packed : bytes);
  };
}
