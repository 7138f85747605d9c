import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createSandboxApp, type SandboxOptions } from "./sandbox-app.ts";

export interface StartBankSandboxOptions extends SandboxOptions {
  /** 0 takes a free port. */
  readonly port: number;
  readonly host?: string | undefined;
}

export interface RunningBankSandbox {
  readonly url: string;
  readonly port: number;
  /** Ends open connections at once; a second call waits for the first. */
  close(): Promise<void>;
}

export async function startBankSandbox(options: StartBankSandboxOptions): Promise<RunningBankSandbox> {
  const host = options.host ?? "127.0.0.1";
  const server = createServer(createSandboxApp(options));
  server.listen(options.port, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a string only for a pipe

  let closed: Promise<void> | undefined;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    port,
    close() {
      closed ??= new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      });
      return closed;
    },
  };
}
