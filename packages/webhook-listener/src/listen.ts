import { setTimeout as delay } from "node:timers/promises";
import { createWebhookHandler, type ListenDeps } from "./handle-webhook.ts";
import type { ListenOptions } from "./read-options.ts";
import { type Listener, ServiceError } from "./service-client.ts";

const BACKOFF_MS = { first: 1_000, most: 5_000 };

/** Prints and forwards webhooks until the signal aborts. Throws if the first call fails, or if retrying cannot help. */
export async function listen(options: ListenOptions, deps: ListenDeps): Promise<void> {
  const { service, print, signal } = deps;
  const handler = createWebhookHandler(options, deps);
  let listener: Listener | undefined;
  let hasStarted = false;
  let failures = 0;

  async function readStream(): Promise<void> {
    if (listener === undefined) {
      listener = await service.createListener(signal);
      hasStarted = true;
      print(`Ready. Your webhook signing secret is ${listener.secret}`);
    }
    const { id } = listener;
    const onOpen = () => {
      if (failures > 0) print("Connected again.");
      failures = 0;
    };
    for await (const webhook of service.stream(id, { signal, onOpen })) handler.handle(id, webhook);
  }

  /** Returns the milliseconds until the next try. */
  function waitAfter(error: unknown): number {
    if (signal.aborted) return 0;
    if (!(error instanceof ServiceError)) throw error;
    if (error.status === 404 && listener !== undefined) {
      print("The listener has ended, so webhooks since then are not shown. Creating a new one.");
      listener = undefined;
      return 0;
    }
    if (!error.mayPass || !hasStarted) throw error;
    if (failures === 0) print(`${error.message}. Reconnecting.`);
    failures += 1;
    return Math.max(backoffMs(failures), error.retryAfterMs);
  }

  while (!signal.aborted) {
    const waitMs = await readStream().then(() => BACKOFF_MS.first, waitAfter);
    await delay(waitMs, undefined, { signal }).catch(() => undefined);
  }
  await handler.finish();
  const { id } = listener ?? {};
  if (id === undefined) return;
  await service.deleteListener(id).then(
    () => print("Stopped."),
    (error: Error) => print(`Stopped. The listener ends by itself in 15 minutes. ${error.message}`),
  );
}

function backoffMs(failures: number): number {
  const longest = Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** (failures - 1));
  return longest * (0.5 + Math.random() / 2);
}
