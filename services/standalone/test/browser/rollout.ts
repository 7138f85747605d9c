import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { system } from "../system.ts";

export interface Rollout {
  readonly url: string;
  /** Whether the release before answers for files; the pages are of the new one. */
  isBefore: boolean;
  /** Paths of the files that were asked for, in order. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

/** An address of the system during a rollout. Entry scripts of the release before say so on the page that they run in. */
export async function openRollout(): Promise<Rollout> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    if (path.includes("/assets/")) asked.push(path);
    const isBefore = rollout.isBefore && path.includes("/assets/");
    // No release has this hash, as the one before does not have that of the new one.
    const answer = await forward(request, isBefore ? path.replace(/\/assets\/[^/]+/, "/assets/new") : path);
    const body = Buffer.from(await answer.arrayBuffer());
    const headers = [...answer.headers].filter(
      ([name]) => !/^(?:content-length|connection|transfer-encoding)$/.test(name),
    );
    response.writeHead(answer.status, headers.flat());
    const isEntry = isBefore && path.endsWith("/main.js");
    response.end(isEntry ? `document.documentElement.dataset.release = "before";\n${body}` : body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const rollout: Rollout = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    isBefore: false,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return rollout;
}

async function forward(request: IncomingMessage, path: string): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { host: _host, connection: _connection, ...headers } = request.headers;
  return await fetch(`${system.url}${path}`, {
    method: request.method ?? "GET",
    headers: { ...(headers as Record<string, string>), "accept-encoding": "identity" },
    redirect: "manual",
    ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
  });
}
