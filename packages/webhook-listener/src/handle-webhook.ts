import { setTimeout as delay } from "node:timers/promises";
import { type Forwarded, forwardWebhook } from "./forward-webhook.ts";
import type { ListenOptions } from "./read-options.ts";
import { type ServiceClient, ServiceError, type StreamedWebhook } from "./service-client.ts";
import { printableBody, webhookLine } from "./webhook-line.ts";

export interface ListenDeps {
  readonly service: ServiceClient;
  readonly print: (line: string) => void;
  /** Aborted when the program is to stop. */
  readonly signal: AbortSignal;
}

export interface WebhookHandler {
  /** Prints, forwards and acknowledges a webhook. One that was handled before is only acknowledged again. */
  handle(listenerId: string, webhook: StreamedWebhook): void;
  /** Waits a moment for the webhook in hand and its acknowledgement. */
  finish(): Promise<void>;
}

/** Webhooks that are remembered, so that none is shown twice. The service sends at most 100 unacknowledged ones. */
const REMEMBERED = 10_000;
const RETRY_MS = 1_000;
const FINISH_MS = 3_000;

export function createWebhookHandler(options: ListenOptions, deps: ListenDeps): WebhookHandler {
  const handled = new Map<string, Promise<Forwarded | undefined>>();
  const acknowledging = new Map<string, Promise<void>>();
  /** One at a time: a local server sees them in order. */
  let last: Promise<unknown> = Promise.resolve();

  async function forward(webhook: StreamedWebhook): Promise<Forwarded | undefined> {
    if (deps.signal.aborted) return undefined;
    const { forwardTo, printsBodies } = options;
    const result = forwardTo === undefined ? undefined : await forwardWebhook(forwardTo, webhook);
    deps.print(webhookLine(webhook, result, new Date()));
    if (printsBodies) deps.print(printableBody(webhook.body));
    return result ?? { statusCode: 200, durationMs: 0 };
  }

  async function acknowledge(listenerId: string, { id, attempt }: StreamedWebhook, result: Forwarded) {
    const { statusCode, durationMs } = result;
    for (;;) {
      try {
        await deps.service.acknowledge(listenerId, id, { attempt, statusCode, durationMs });
        return;
      } catch (error) {
        // Refused: the listener has ended, or the key. The stream reports both.
        if (!(error instanceof ServiceError && error.mayPass) || deps.signal.aborted) return;
        await delay(Math.max(RETRY_MS, error.retryAfterMs), undefined, { signal: deps.signal }).catch(
          () => undefined,
        );
      }
    }
  }

  return {
    handle: (listenerId, webhook) => {
      const key = `${webhook.id} ${webhook.attempt}`;
      if (acknowledging.has(key)) return;
      let result = handled.get(key);
      if (result === undefined) {
        result = last.then(() => forward(webhook));
        last = result;
        handled.set(key, result);
        const [oldest] = handled.keys();
        if (handled.size > REMEMBERED && oldest !== undefined) handled.delete(oldest);
      }
      const done = result
        .then((known) => (known === undefined ? undefined : acknowledge(listenerId, webhook, known)))
        .finally(() => acknowledging.delete(key));
      acknowledging.set(key, done);
    },
    finish: async () => {
      await Promise.race([Promise.all(acknowledging.values()), delay(FINISH_MS, undefined, { ref: false })]);
    },
  };
}
