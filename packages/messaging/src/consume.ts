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
  /** Aborted when the message is taken away: stop, and reject. */
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
  /** Resolved: done. MessageUndeliverable: dead letter. Any other rejection: handed again, with back-off. */
  handle(envelope: Envelope<Data>, context: MessageContext): Promise<void>;
}

/** Subscribes with the topic's schema in front of the handler. No message blocks its partition. */
export function consume<Data>(
  bus: Pick<MessageBus, "publish" | "subscribe">,
  options: ConsumeOptions<Data>,
): Promise<Subscription> {
  const { topicName, group, concurrency } = options;
  const count = countFates(options);
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

    const isSilent = disposition.reason === "not_started" || isTakenAway(outcome, signal);
    if (!isSilent) report(options, message, outcome, disposition);
    if (disposition.kind === "hand_back") {
      count(isSilent ? "not_started" : disposition.reason);
      throw handedBack(outcome, disposition.reason);
    }
    // A failed publish rejects, and so the message is handed again: it is never dropped.
    await bus.publish([toDeadLetter(message, group, disposition.reason)]);
    count("dead_letter");
  });
}

const fates = ["acknowledged", "dead_letter", "handler_failed", "newer_version", "not_started"] as const;

function countFates<Data>({ metrics, topicName, group }: ConsumeOptions<Data>) {
  const counter = metrics?.counter(
    "consumed_messages_total",
    "Messages by what became of them; all but the first two fates hand the message out again",
    ["topic", "group", "fate"],
    { topic: [topicName], group: [group], fate: fates },
  );
  return (fate: (typeof fates)[number]) => counter?.inc({ topic: topicName, group, fate });
}

/** No fault, and with a partition thousands may go at a time: telling of each would cost more than the work itself. */
function isTakenAway(outcome: ConsumeOutcome, signal: AbortSignal): boolean {
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

/** Only a signal to the bus: it has been reported already. */
function handedBack(outcome: ConsumeOutcome, reason: string): Error {
  return new Error(`handed back: ${reason}`, outcome.kind === "failed" ? { cause: outcome.error } : {});
}
