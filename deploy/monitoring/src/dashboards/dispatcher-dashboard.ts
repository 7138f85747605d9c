import type { DashboardSpec } from "./panel-spec.ts";
import * as panel from "./panel-spec.ts";
import { each, percentiles, rate } from "./queries.ts";
import { dependenciesRow, saturationRow } from "./shared-rows.ts";

export const dispatcherDashboard: DashboardSpec = {
  id: "receipts-webhook-dispatcher",
  title: "Receipts / Webhooks",
  description:
    "Webhooks on their way to the integrators' servers: attempts, what waits, and whose fault it is when they do not arrive.",
  variables: [],
  rows: [
    {
      title: "Attempts",
      panels: [
        panel.stacked(
          "Attempts",
          "By class of the answer, or why there was none.",
          each("outcome", "webhook_attempts_total"),
        ),
        panel.seconds(
          "Delay of first attempts",
          "How long new webhooks were due before they were tried. Promise: 99 % within 10 s.",
          percentiles("webhook_first_attempt_delay_seconds"),
          { limits: { warn: 2.5, bad: 10 } },
        ),
        panel.seconds(
          "Time of one attempt",
          "The receiver's time, DNS to the end of its answer.",
          percentiles("webhook_attempt_duration_seconds"),
        ),
        panel.seconds(
          "From verdict to received",
          "Retries included: what receivers see of it.",
          percentiles("webhook_verdict_to_received_seconds"),
        ),
        panel.stackedCounts(
          "Deliveries that ended",
          "Each second, by how: exhausted ones wait for somebody to send them again.",
          each("final", "webhook_deliveries_total"),
        ),
        panel.rates(
          "Refused by the address guard",
          "Targets that lead into private networks: somebody tries, or has moved their server.",
          { refused: `sum(${rate("webhook_attempts_total", 'outcome="unsafe_address"')})` },
        ),
      ],
    },
    {
      title: "What waits",
      panels: [
        panel.number("Pending", "Deliveries that have not ended, counted up to 100,000.", {
          pending: "max(webhook_pending_deliveries)",
        }),
        panel.numberOfSeconds(
          "Oldest that is due",
          "How long it has been due; 0 when none is.",
          { age: "(time() - min(webhook_oldest_due_timestamp_seconds)) or vector(0)" },
          { limits: { warn: 60, bad: 600 } },
        ),
        panel.shares(
          "Attempts in flight",
          "Share of WEBHOOK_CONCURRENCY, by process. Near 100 %: more processes, or receivers that hang.",
          { "{{instance}}": "webhook_slots_in_use / webhook_slots_limit" },
        ),
        panel.counts(
          "Put off and passed over",
          "Each second: put off by the schedule or a receiver's breaker; passed over because a host or an account has its share.",
          each("reason", "webhook_deferrals_total"),
        ),
        panel.counts(
          "Attempts that came too late to be recorded",
          "Each second: their lease had run out. The webhook may be sent twice, under one id.",
          { fenced: `sum(${rate("webhook_fenced_completions_total")})` },
        ),
        panel.counts("Consumer lag", "Of the messages that only say when to look.", {
          "{{topic}}": 'max by (topic) (kafka_consumer_lag{group=~".*webhook-dispatcher.*"})',
        }),
      ],
    },
    saturationRow({ component: "webhook-dispatcher", pool: "webhook-dispatcher" }),
    dependenciesRow('{component="webhook-dispatcher"}'),
  ],
};
