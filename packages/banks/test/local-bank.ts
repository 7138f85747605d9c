import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selfSignedCertificate } from "@receipts/testing";
import type { BankEndpoint } from "../src/bank-endpoint.ts";

/** An endpoint that belongs to no bank. */
export const testEndpoint: BankEndpoint = {
  hostSetting: "BANK_TEST",
  bankSetting: "BANK_TEST",
  title: "test receipts",
  baseUrl: "https://bank.invalid",
  timeoutMs: 10_000,
  keepAlive: true,
};

/** A certificate for localhost, and its file for a CA setting; deleted after the suite. */
export function useCertificate() {
  const tls = selfSignedCertificate("localhost");
  const folder = mkdtempSync(join(tmpdir(), "bank-ca-"));
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, tls.cert);
  afterAll(() => rmSync(folder, { recursive: true }));
  return { tls, caFile };
}

/** A server on its own port that responds as the test defines. */
export interface LocalBank extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
  /** Number of completed TLS handshakes. */
  handshakes(): number;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export async function startLocalBank(handler: RequestHandler, tls?: ServerOptions): Promise<LocalBank> {
  const requests: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    handler(request, response);
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  let handshakes = 0;
  server.on("secureConnection", () => {
    handshakes += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    requests,
    handshakes: () => handshakes,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function respondWith(
  status: number,
  body: string | Uint8Array,
  contentType = "text/plain",
): RequestHandler {
  return (_request, response) => response.writeHead(status, { "content-type": contentType }).end(body);
}
