import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMemoryMessageBus } from "@receipts/messaging";
import { createServiceMetrics, type Environment, startWorkers } from "@receipts/service-kit";
import { asService } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { buildDispatcher } from "../src/build-dispatcher.ts";
import { readDispatcherConfig } from "../src/dispatcher-config.ts";

export interface Received {
  readonly deliveryId: string;
  readonly host: string;
}

export interface Receiver extends AsyncDisposable {
  readonly urlOn: (address: string) => string;
  readonly received: Received[];
  /** Hosts that never respond. */
  readonly hanging: Set<string>;
  statusCode: number;
}

/** Listens on all of 127.0.0.0/8: as many hosts as a test needs. */
export async function startReceiver(): Promise<Receiver> {
  const held = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const host = request.headers.host?.split(":")[0] ?? "";
    receiver.received.push({ deliveryId: String(request.headers["x-webhook-delivery-id"]), host });
    request.resume();
    if (receiver.hanging.has(host)) held.add(response);
    else response.writeHead(receiver.statusCode).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    urlOn: (address) => `http://${address}:${port}/hook`,
    received: [],
    hanging: new Set(),
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

export async function startDispatcher(databaseUrl: string, env: Environment = {}): Promise<Dispatcher> {
  const bus = createMemoryMessageBus({});
  const metrics = createServiceMetrics({ processMetrics: false });
  const config = readDispatcherConfig({
    DATABASE_URL: asService(databaseUrl, "dispatcher"),
    SECRETS_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    WEBHOOK_ALLOW_PRIVATE: "true",
    ...env,
  });
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
