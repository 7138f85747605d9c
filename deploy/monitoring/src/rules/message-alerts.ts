import type { CauseAlert } from "./alert.ts";
import { minutes } from "./time-scale.ts";

/** Group of operators' commands: its lag was neither replayed nor discarded. */
const replayGroup = "dead-letter-replay";
const lagOf = (group: string) => `kafka_consumer_lag{topic="t",group="${group}",instance="a"}`;
const consumed = (fate: string) => `consumed_messages_total{topic="t",group="g",fate="${fate}"}`;
const increaseOf = (fate: string, window: string) =>
  `sum by (topic) (increase(consumed_messages_total{fate="${fate}"}[${window}])) > 0`;

/** Alerts about messages between the services. */
export const messageAlerts: readonly CauseAlert[] = [
  {
    name: "OutboxStuck",
    severity: "page",
    service: "gateway",
    expr: (time) => {
      const window = time.duration(minutes(10));
      const relayed = (outcome: string) =>
        `sum(increase(outbox_relayed_total{outcome="${outcome}"}[${window}])) > 0`;
      const old = `time() - min(outbox_oldest_due_timestamp_seconds) > ${time.seconds(60)}`;
      return `(${old}) or (${relayed("failed")} unless ${relayed("sent")})`;
    },
    forSeconds: minutes(2),
    summary: "Messages in the outbox are not sent",
    description:
      "Requests are accepted, but their messages do not reach Kafka: verdicts and webhooks are late, and requests fail at their deadline.",
    proof: {
      atSeconds: minutes(10),
      firing: { 'outbox_oldest_due_timestamp_seconds{instance="a"}': "0x15" },
      silent: [
        ["a minute old", { outbox_oldest_due_timestamp_seconds: "-60+60x15" }],
        [
          "some cannot be sent, others can",
          {
            'outbox_relayed_total{outcome="failed"}': "0+5x15",
            'outbox_relayed_total{outcome="sent"}': "0+1x15",
          },
        ],
      ],
    },
  },
  {
    name: "KafkaLagKeepsIncreasing",
    severity: "ticket",
    service: "platform",
    expr: (time) => {
      const growing = `max by (topic, group) (delta(kafka_consumer_lag{group!="${replayGroup}"}[${time.duration(minutes(5))}])) > 0`;
      return `${growing} and max by (topic, group) (kafka_consumer_lag) > 100`;
    },
    forSeconds: minutes(15),
    keepFiringSeconds: minutes(10),
    summary: "The lag of {{ $labels.group }} keeps growing",
    description:
      "For 15 minutes, {{ $labels.group }} has processed fewer messages than were written to {{ $labels.topic }}.",
    proof: {
      atSeconds: minutes(30),
      firing: { 'kafka_consumer_lag{topic="t",group="g",instance="a"}': "0+20x40" },
      labels: [{ topic: "t", group: "g" }],
      silent: [
        ["high and not growing", { 'kafka_consumer_lag{topic="t",group="g"}': "5000x40" }],
        ["growing and small", { 'kafka_consumer_lag{topic="t",group="g"}': "0+3x40" }],
      ],
    },
  },
  {
    name: "DeadLettersWaiting",
    severity: "ticket",
    service: "platform",
    expr: () => `max by (topic) (kafka_consumer_lag{group="${replayGroup}"}) > 0`,
    forSeconds: minutes(1),
    summary: "{{ $labels.topic }} has dead letters that were neither replayed nor discarded",
    description:
      "A consumer could not read a message. It waits in {{ $labels.topic }} until an operator replays or discards it.",
    proof: {
      atSeconds: minutes(20),
      firing: { [lagOf(replayGroup)]: "0x10 1x15", [lagOf("other")]: "9x25" },
      labels: [{ topic: "t" }],
      silent: [["all were replayed", { [lagOf(replayGroup)]: "3x15 0x10", [lagOf("other")]: "9x25" }]],
    },
  },
  {
    name: "MessagesFromNewerRelease",
    severity: "ticket",
    service: "platform",
    expr: (time) => increaseOf("newer_version", time.duration(minutes(10))),
    forSeconds: minutes(15),
    summary: "Consumers of {{ $labels.topic }} are older than its messages",
    description:
      "{{ $labels.topic }} is written by a newer release than the one that reads it. Its messages are redelivered until pods of the newer release accept them.",
    proof: {
      atSeconds: minutes(30),
      firing: { [consumed("newer_version")]: "0+2x40" },
      labels: [{ topic: "t" }],
      silent: [["during a rollout of a few minutes", { [consumed("newer_version")]: "0x10 0+2x4 8x30" }]],
    },
  },
];
