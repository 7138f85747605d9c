import type { Log, ServiceMetrics } from "@receipts/service-kit";
import { toDeadLetter } from "./dead-letter.ts";
import { type ConsumeOutcome, type Disposition, dispositionOf } from "./disposition.ts";
import type { IncomingMessage, MessageBus, Subscription } from "./message-bus.ts";
import {
  decodeMessage,
  type Envelope,
  requestIdHeader,
  type TopicContract,
  traceparentHeader,
} from "./topic.ts";

interface MessageContext {
  /** Aborted when the message is revoked: stop and reject. */
  readonly signal: AbortSignal;
  readonly traceparent: string | undefined;
}

export interface ConsumeOptions<Data> {
  readonly topic: TopicContract<Data>;
  /** From the topic's `name(…)`. */
  readonly topicName: string;
  readonly group: string;
  readonly concurrency: number;
  readonly log?: Pick<Log, "warn">;
  readonly metrics?: Pick<ServiceMetrics, "counter">;
  /**
   * Resolves: done. Rejects with `MessageUndeliverable`: dead letter. Any other rejection: redelivered with back-off.
   */
  handle(envelope: Envelope<Data>, context: MessageContext): Promise<void>;
}

/** Subscribes a handler that gets parsed messages of the topic. No message blocks its partition. */
export function consume<Data>(
  bus: Pick<MessageBus, "publish" | "subscribe">,
  options: ConsumeOptions<Data>,
): Promise<Subscription> {
  const { topicName, group, concurrency } = options;
  const count = createFateCounter(options);
  return bus.subscribe({ topic: topicName, group, concurrency }, async (message, signal) => {
    let outcome: ConsumeOutcome = { kind: "handled" };
    const decoded = decodeMessage(options.topic, message);
    if (decoded.kind === "ok") {
      try {
        await options.handle(decoded.envelope, { signal, traceparent: message.headers[traceparentHeader] });
      } catch (error) {
        outcome = { kind: "failed", error };
      }
    } else outcome = decoded;
    const disposition = dispositionOf(outcome);
    if (disposition.kind === "acknowledge") {
      count("acknowledged");
      return;
    }

    const isSilent = disposition.reason === "not_started" || isRevoked(outcome, signal);
    if (!isSilent) report(options, message, outcome, disposition);
    if (disposition.kind === "hand_back") {
      count(isSilent ? "not_started" : disposition.reason);
      throw handBackError(outcome, disposition.reason);
    }
    // If this publish fails, the message is redelivered, never dropped.
    await bus.publish([toDeadLetter(message, group, disposition.reason)]);
    count("dead_letter");
  });
}

const fates = ["acknowledged", "dead_letter", "handler_failed", "newer_version", "not_started"] as const;

function createFateCounter<Data>({ metrics, topicName, group }: ConsumeOptions<Data>) {
  const counter = metrics?.counter(
    "consumed_messages_total",
    "Messages by fate; all fates but the first two redeliver the message",
    ["topic", "group", "fate"],
    { topic: [topicName], group: [group], fate: fates },
  );
  return (fate: (typeof fates)[number]) => counter?.inc({ topic: topicName, group, fate });
}

/** Not an error, so not logged: a revoked partition may have thousands of messages in flight. */
function isRevoked(outcome: ConsumeOutcome, signal: AbortSignal): boolean {
  return signal.aborted && outcome.kind === "failed" && outcome.error === signal.reason;
}

function report<Data>(
  { log, group }: ConsumeOptions<Data>,
  message: IncomingMessage,
  outcome: ConsumeOutcome,
  disposition: Exclude<Disposition, { kind: "acknowledge" }>,
): void {
  log?.warn(disposition.kind === "dead_letter" ? "message.dead_lettered" : "message.handed_back", {
    topic: message.topic,
    group,
    requestId: message.headers[requestIdHeader],
    attempt: message.attempt,
    reason: disposition.reason,
    ...(outcome.kind === "failed" && { error: outcome.error }),
    ...(outcome.kind === "newer_version" && { version: outcome.version }),
  });
}

/** Tells the bus to redeliver; the cause has been logged already. */
function handBackError(outcome: ConsumeOutcome, reason: string): Error {
  return new Error(`handed back: ${reason}`, outcome.kind === "failed" ? { cause: outcome.error } : {});
}
