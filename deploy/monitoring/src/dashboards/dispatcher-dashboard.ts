import { type DashboardSpec, lines, number, percentiles, rate, stacked } from "./panel-spec.ts";
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
        stacked("Attempts", "reqps", "By class of the answer, or why there was none.", {
          "{{outcome}}": `sum by (outcome) (${rate("webhook_attempts_total")})`,
        }),
        lines(
          "Delay of first attempts",
          "s",
          "How long new webhooks were due before they were tried. Promise: 99 % within 10 s.",
          percentiles("webhook_first_attempt_delay_seconds"),
          { limits: { warn: 2.5, bad: 10 } },
        ),
        lines(
          "Time of one attempt",
          "s",
          "The receiver's time, DNS to the end of its answer.",
          percentiles("webhook_attempt_duration_seconds"),
        ),
        lines(
          "From verdict to received",
          "s",
          "Retries included: what receivers see of it.",
          percentiles("webhook_verdict_to_received_seconds"),
        ),
        stacked(
          "Deliveries that ended",
          "short",
          "Each second, by how: exhausted ones wait for somebody to send them again.",
          {
            "{{final}}": `sum by (final) (${rate("webhook_deliveries_total")})`,
          },
        ),
        lines(
          "Refused by the address guard",
          "reqps",
          "Targets that lead into private networks: somebody tries, or has moved their server.",
          {
            refused: `sum(${rate("webhook_attempts_total", 'outcome="unsafe_address"')})`,
          },
          { min: 0 },
        ),
      ],
    },
    {
      title: "What waits",
      panels: [
        number("Pending", "short", "Deliveries that have not ended, counted up to 100,000.", {
          pending: "max(webhook_pending_deliveries)",
        }),
        number(
          "Oldest that is due",
          "s",
          "How long it has been due; 0 when none is.",
          {
            age: "(time() - min(webhook_oldest_due_timestamp_seconds)) or vector(0)",
          },
          { limits: { warn: 60, bad: 600 } },
        ),
        lines(
          "Attempts in flight",
          "percentunit",
          "Share of WEBHOOK_CONCURRENCY, by process. Near 100 %: more processes, or receivers that hang.",
          {
            "{{instance}}": "webhook_slots_in_use / webhook_slots_limit",
          },
          { min: 0, max: 1 },
        ),
        lines(
          "Put off and passed over",
          "short",
          "Each second: put off by the schedule or a receiver's breaker; passed over because a host or an account has its share.",
          {
            "{{reason}}": `sum by (reason) (${rate("webhook_deferrals_total")})`,
          },
          { min: 0 },
        ),
        lines(
          "Attempts that came too late to be recorded",
          "short",
          "Each second: their lease had run out. The webhook may be sent twice, under one id.",
          {
            fenced: `sum(${rate("webhook_fenced_completions_total")})`,
          },
          { min: 0 },
        ),
        lines(
          "Consumer lag",
          "short",
          "Of the messages that only say when to look.",
          {
            "{{topic}}": 'max by (topic) (kafka_consumer_lag{group=~".*webhook-dispatcher.*"})',
          },
          { min: 0 },
        ),
      ],
    },
    saturationRow({ component: "webhook-dispatcher", pool: "webhook-dispatcher" }),
    dependenciesRow('{component="webhook-dispatcher"}'),
  ],
};
