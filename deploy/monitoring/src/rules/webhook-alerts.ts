import type { CauseAlert } from "./alert.ts";
import { minutes } from "./time-scale.ts";

const due = "webhook_oldest_due_timestamp_seconds";
const attempts = (outcome: string) => `webhook_attempts_total{outcome="${outcome}"}`;

export const webhookAlerts: readonly CauseAlert[] = [
  {
    name: "WebhookDispatcherStuck",
    severity: "page",
    service: "webhook-dispatcher",
    expr: (time) =>
      `time() - min(${due}) > ${time.seconds(120)} unless sum(rate(webhook_attempts_total[${time.duration(minutes(5))}])) > 0`,
    forSeconds: minutes(2),
    summary: "Webhooks are due but none is sent",
    description:
      "Webhooks have been due for minutes, and no dispatcher has attempted any: none runs, or they are stuck.",
    proof: {
      atSeconds: minutes(10),
      firing: { [`${due}{instance="a"}`]: "0x15", [attempts("2xx")]: "9x15" },
      silent: [
        ["some are sent", { [due]: "0x15", [attempts("timeout")]: "0+1x15" }],
        ["due for two minutes", { [due]: "-120+60x15" }],
      ],
    },
  },
  {
    name: "WebhookBacklogAge",
    severity: "ticket",
    service: "webhook-dispatcher",
    expr: (time) => `time() - min(${due}) > ${time.seconds(600)}`,
    forSeconds: minutes(5),
    summary: "The oldest due webhook has waited for more than 10 minutes",
    description:
      "Dispatchers do not keep up, or one receiver is so slow that its own webhooks exceed its cap.",
    proof: {
      atSeconds: minutes(20),
      firing: { [due]: "0x25" },
      silent: [["ten minutes", { [due]: "-600+60x25" }]],
    },
  },
  {
    name: "WebhooksNotDelivered",
    severity: "ticket",
    service: "webhook-dispatcher",
    expr: (time) => {
      const window = time.duration(minutes(30));
      return `max(webhook_pending_deliveries) > 0 unless sum(increase(webhook_attempts_total{outcome="2xx"}[${window}])) > 0`;
    },
    forSeconds: minutes(15),
    summary: "Webhooks are pending, and none has been delivered for half an hour",
    description:
      "No receiver has accepted a webhook, however few were attempted: breakers of receivers that hang leave too few attempts for WebhookFailureRatio.",
    proof: {
      atSeconds: minutes(60),
      firing: {
        webhook_pending_deliveries: "0x9 5x60",
        [attempts("timeout")]: "1x70",
        [attempts("2xx")]: "7x70",
      },
      silent: [
        ["some arrive", { webhook_pending_deliveries: "5x70", [attempts("2xx")]: "0+1x70" }],
        ["nothing is pending", { webhook_pending_deliveries: "0x70", [attempts("timeout")]: "0+1x70" }],
      ],
    },
  },
  {
    name: "WebhookFailureRatio",
    severity: "ticket",
    service: "webhook-dispatcher",
    expr: (time) => {
      const rate = (selector: string) =>
        `sum(rate(webhook_attempts_total${selector}[${time.duration(minutes(30))}]))`;
      return `${rate('{outcome!="2xx"}')} / ${rate("")} > 0.5 and ${rate("")} > 0.05`;
    },
    forSeconds: minutes(15),
    summary: "More than half of all webhook attempts fail",
    description:
      "For half an hour most attempts to all receivers got no 2xx. More than one receiver fails, unless one has most of the traffic.",
    proof: {
      atSeconds: minutes(60),
      firing: { [attempts("connect")]: "0+6x70", [attempts("2xx")]: "0+5x70" },
      silent: [
        ["just below half of them", { [attempts("connect")]: "0+49x70", [attempts("2xx")]: "0+51x70" }],
        ["two an hour", { [attempts("connect")]: "0x30 1x30 2x20" }],
      ],
    },
  },
];
