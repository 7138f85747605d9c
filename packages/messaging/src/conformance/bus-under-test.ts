/// <reference types="jest" />
import { pause } from "@receipts/service-kit";
import type { IncomingMessage, MessageBus, MessageHandler, OutgoingMessage } from "../message-bus.ts";

export interface BusUnderTest {
  readonly bus: MessageBus;
  /** A second bus on the same broker, as another process would open it. Required if `durable`. */
  readonly reopen?: () => Promise<MessageBus>;
  /** Called with each topic before use. A broker creates it, with at least two partitions. */
  readonly prepareTopic?: (topic: string) => Promise<void>;
  /** Makes the broker unavailable and available again. Required if `canBreak`. */
  readonly outage?: { begin(): Promise<void>; end(): Promise<void> };
}

export interface MessageBusConformanceOptions {
  /** Expected `bus.durable`; if true, the promises across buses are tested too. */
  readonly durable: boolean;
  /** True if `outage` is set. */
  readonly canBreak: boolean;
}

export interface Bench {
  readonly bus: MessageBus;
  readonly opened: BusUnderTest;
  /** Creates a topic for this test alone, so that the suite can run on a shared broker. */
  newTopic(): Promise<string>;
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
}

/** Opens a bus for a test, and closes it without waiting for handlers that still hang. */
export async function withBench(
  open: () => Promise<BusUnderTest>,
  use: (bench: Bench) => Promise<void>,
): Promise<void> {
  const opened = await open();
  try {
    await use({
      bus: opened.bus,
      opened,
      async newTopic() {
        const topic = `conformance.${crypto.randomUUID()}`;
        await opened.prepareTopic?.(topic);
        return topic;
      },
      until,
    });
  } finally {
    await opened.bus.close({ drainMs: 0 });
  }
}

/** A busy host may hold a healthy bus up for a minute. */
const PATIENCE_MS = 120_000;

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > deadline) {
      throw new Error(`not true within ${PATIENCE_MS} ms: ${condition.toString()}`);
    }
    await pause(5);
  }
}

/** A handler that records messages and resolves. */
export function createRecorder(): {
  readonly seen: IncomingMessage[];
  readonly values: () => string[];
  readonly handler: MessageHandler;
} {
  const seen: IncomingMessage[] = [];
  return {
    seen,
    values: () => seen.map((message) => message.value),
    handler: async (message) => void seen.push(message),
  };
}

export function messagesOf(
  topic: string,
  values: readonly string[],
  keyOf: (value: string) => string = () => "one-key",
): OutgoingMessage[] {
  return values.map((value) => ({ topic, key: keyOf(value), value }));
}

export function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index));
}
