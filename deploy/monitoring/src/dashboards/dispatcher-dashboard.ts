import type { DashboardSpec } from "./panel-spec.ts";
import * as panel from "./panel-spec.ts";
import { each, percentiles, rate } from "./queries.ts";
import { dependenciesRow, saturationRow } from "./shared-rows.ts";

export const dispatcherDashboard: DashboardSpec = {
  id: "receipts-webhook-dispatcher",
  title: "Receipts / Webhooks",
  description: "Webhooks to the integrators' servers: attempts, backlog, and the cause of failures.",
  variables: [],
  rows: [
    {
      title: "Attempts",
      panels: [
        panel.stacked(
          "Attempts",
          "By class of the response, or the reason why there was none.",
          each("outcome", "webhook_attempts_total"),
        ),
        panel.seconds(
          "Delay of first attempts",
          "Time between due and first attempt of new webhooks. Objective: 99 % within 10 s.",
          percentiles("webhook_first_attempt_delay_seconds"),
          { limits: { warn: 2.5, bad: 10 } },
        ),
        panel.seconds(
          "Time of one attempt",
          "The receiver's time, from DNS to the end of its response.",
          percentiles("webhook_attempt_duration_seconds"),
        ),
        panel.seconds(
          "From verdict to received",
          "Includes retries: the delay that receivers see.",
          percentiles("webhook_verdict_to_received_seconds"),
        ),
        panel.stackedCounts(
          "Deliveries that ended",
          "Per second, by final state. Exhausted ones need a manual resend.",
          each("final", "webhook_deliveries_total"),
        ),
        panel.rates(
          "Blocked by the address guard",
          "Targets that resolve to private networks: an attack, or a server that has moved.",
          { refused: `sum(${rate("webhook_attempts_total", 'outcome="unsafe_address"')})` },
        ),
      ],
    },
    {
      title: "Backlog",
      panels: [
        panel.number("Pending", "Unfinished deliveries, counted up to 100,000.", {
          pending: "max(webhook_pending_deliveries)",
        }),
        panel.numberOfSeconds(
          "Oldest due delivery",
          "Time since it became due; 0 if none is due.",
          { age: "(time() - min(webhook_oldest_due_timestamp_seconds)) or vector(0)" },
          { limits: { warn: 60, bad: 600 } },
        ),
        panel.numberOfSeconds(
          "Oldest pending delivery",
          "Time since its creation; 0 if none is pending. One whose receiver fails ends after the last attempt of the schedule.",
          { age: "(time() - min(webhook_oldest_pending_timestamp_seconds)) or vector(0)" },
          { limits: { warn: 3_600, bad: 14_400 } },
        ),
        panel.shares(
          "Attempts in flight",
          "Share of WEBHOOK_CONCURRENCY, by process. Near 100 %: receivers hang, or more processes are needed.",
          { "{{instance}}": "webhook_slots_in_use / webhook_slots_limit" },
        ),
        panel.counts(
          "Deferred and skipped",
          "Per second: deferred by the schedule or a receiver's breaker; skipped because a host, an account or an endpoint's rate is at its cap; given up because the endpoint is disabled.",
          each("reason", "webhook_deferrals_total"),
        ),
        panel.counts(
          "Attempts after their lease",
          "Per second: not recorded because the lease had expired. The webhook may be sent twice, with one id.",
          { fenced: `sum(${rate("webhook_fenced_completions_total")})` },
        ),
        panel.counts("Consumer lag", "Of the messages that only trigger a poll.", {
          "{{topic}}": 'max by (topic) (kafka_consumer_lag{group=~".*webhook-dispatcher.*"})',
        }),
      ],
    },
    saturationRow({ component: "webhook-dispatcher", pool: "webhook-dispatcher" }),
    dependenciesRow('{component="webhook-dispatcher"}'),
  ],
};
