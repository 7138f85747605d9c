import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createMemoryMessageBus } from "@receipts/messaging";
import { createServiceMetrics, type Environment, startWorkers } from "@receipts/service-kit";
import { asService } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { buildDispatcher } from "../src/build-dispatcher.ts";
import { readDispatcherConfig } from "../src/dispatcher-config.ts";
import { encryptionKey } from "./delivery-rows.ts";

export interface Received {
  readonly deliveryId: string;
  readonly host: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver extends AsyncDisposable {
  readonly urlOn: (address: string, path?: string) => string;
  readonly received: Received[];
  /** Hosts and paths that never respond. */
  readonly hanging: Set<string>;
  /** Responds in place of `statusCode`, by path. */
  readonly responses: Map<string, (response: ServerResponse) => void>;
  statusCode: number;
}

/** Listens on all of 127.0.0.0/8: as many hosts as a test needs. */
export async function startReceiver(): Promise<Receiver> {
  const held = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const host = request.headers.host?.split(":")[0] ?? "";
    const { headers, url: path = "" } = request;
    void text(request).then((body) => {
      receiver.received.push({
        ...{ deliveryId: String(headers["x-webhook-delivery-id"]), host, path },
        ...{ headers, body },
      });
      const respond = receiver.responses.get(path);
      if (receiver.hanging.has(host) || receiver.hanging.has(path)) held.add(response);
      else if (respond !== undefined) respond(response);
      else response.writeHead(receiver.statusCode).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    urlOn: (address, path = "/hook") => `http://${address}:${port}${path}`,
    received: [],
    hanging: new Set(),
    responses: new Map(),
    statusCode: 200,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

export interface Dispatcher extends AsyncDisposable {
  readonly metrics: () => Promise<string>;
  /** Stops as SIGTERM does. */
  readonly stop: () => Promise<void>;
}

export function dispatcherEnv(databaseUrl: string) {
  return {
    DATABASE_URL: asService(databaseUrl, "dispatcher"),
    SECRETS_ENCRYPTION_KEY: encryptionKey,
    WEBHOOK_ALLOW_PRIVATE: "true",
  };
}

export async function startDispatcher(databaseUrl: string, env: Environment = {}): Promise<Dispatcher> {
  const bus = createMemoryMessageBus({});
  const metrics = createServiceMetrics({ processMetrics: false });
  const config = readDispatcherConfig({ ...dispatcherEnv(databaseUrl), ...env });
  const service = await buildDispatcher({ config, bus, log: testLog, metrics });
  const stop = new AbortController();
  const runs = startWorkers(service, stop, testLog);
  let stopped: Promise<void> | undefined;
  const end = async () => {
    stop.abort();
    service.startDraining();
    await Promise.all(runs);
    await service.close();
    await bus.close();
  };
  const stopOnce = () => {
    stopped ??= end();
    return stopped;
  };
  return { metrics: () => metrics.registry.metrics(), stop: stopOnce, [Symbol.asyncDispose]: stopOnce };
}
