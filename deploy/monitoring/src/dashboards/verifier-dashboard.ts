import type { DashboardSpec } from "./panel-spec.ts";
import * as panel from "./panel-spec.ts";
import { each, quantile, rate } from "./queries.ts";
import { ageOf, dependenciesRow, saturationRow } from "./shared-rows.ts";

const bank = 'bank=~"$bank"';

export const verifierDashboard: DashboardSpec = {
  id: "receipts-verifier",
  title: "Receipts / Verifiers",
  description: "The verifiers of the selected banks: throughput, latency, backlog.",
  variables: [
    { name: "bank", label: "Bank", query: "label_values(circuit_breaker_state, bank)", multi: true },
  ],
  rows: [
    {
      title: "Work",
      panels: [
        panel.stacked(
          "Requests ended",
          "By outcome: `parked` is postponed, `fenced` was too late, `released` is free for another verifier.",
          each("outcome", "verifier_jobs_total", bank),
        ),
        panel.rates(
          "Failures",
          "Refunded requests without a verdict, by bank and reason.",
          each(
            "bank, outcome",
            "verification_verdicts_total",
            `${bank},outcome=~"bank_response_unrecognized|bank_unavailable|deadline_exceeded"`,
          ),
        ),
        panel.seconds("Processing time, p95", "From claim to recorded verdict: mostly the bank's own time.", {
          "{{bank}}": quantile(0.95, "verifier_job_duration_seconds", { labels: bank, by: "bank" }),
        }),
        panel.seconds(
          "Time to verdict, p95",
          "From the accepted request: waiting and processing. Excludes requests delayed by a bank outage.",
          {
            "{{bank}}": quantile(0.95, "verification_duration_seconds", {
              labels: `${bank},held_by="nothing"`,
              by: "bank",
            }),
          },
          { limits: { warn: 10, bad: 60 } },
        ),
        panel.shares(
          "Requests in progress",
          "Share of VERIFIER_CONCURRENCY in use, over all pods of the bank. Near 100 % with a growing lag: add pods.",
          {
            "{{bank}}": `sum by (bank) (verifier_jobs_in_flight{${bank}}) / sum by (bank) (verifier_jobs_limit{${bank}})`,
          },
        ),
      ],
    },
    {
      title: "Backlog",
      panels: [
        panel.counts(
          "Consumer lag",
          "Messages of the bank's topic that its group has not processed yet; the autoscaler's input.",
          { "{{topic}}": 'max by (topic) (kafka_consumer_lag{topic=~".*[.]($bank)"})' },
        ),
        panel.counts(
          "Unfinished requests",
          "In the database: waiting for a verifier, and parked for a bank that is down.",
          {
            "{{bank}} waiting": `max by (bank) (verifications_waiting{${bank}})`,
            "{{bank}} parked": `max by (bank) (verifications_parked{${bank}})`,
          },
        ),
        panel.seconds(
          "Oldest waiting request",
          "Without parked requests.",
          {
            "{{bank}}": ageOf(
              `verification_oldest_waiting_timestamp_seconds{${bank}}`,
              "bank",
              `max by (bank) (verifications_waiting{${bank}})`,
            ),
          },
          { min: 0, limits: { warn: 60, bad: 120 } },
        ),
        panel.rates(
          "Messages by fate",
          "All except acknowledged ones and dead letters are redelivered.",
          each("topic, fate", "consumed_messages_total", 'topic=~".*[.]($bank)"'),
        ),
        panel.counts(
          "Claims lost, requests requeued",
          "Lost by a frozen process or an unavailable database; and requests published again.",
          {
            "{{bank}} claims lost": `sum by (bank) (${rate("verifier_claims_lost_total", bank)})`,
            "{{bank}} requeued": `sum by (bank) (${rate("verifier_requeued_total", bank)})`,
          },
        ),
      ],
    },
    {
      title: "Relays",
      panels: [
        panel.counts("Working relays", "Egress proxies of each bank that most of its verifiers use.", {
          "{{bank}}": `sum by (bank) (avg by (bank, relay) (bank_relay_usable{${bank}}) >= bool 0.5) or on () vector(0)`,
        }),
        panel.rates(
          "Relay failures",
          "Requests that a relay refused or lost, or that another relay carried in its place.",
          {
            "{{bank}} {{relay}}": `sum by (bank, relay) (${rate("bank_relay_requests_total", `${bank},outcome!="answered"`)}) or on () vector(0)`,
          },
        ),
      ],
    },
    saturationRow({ component: "verifier", labels: bank, pool: "verifier-($bank)" }),
    dependenciesRow(`{component="verifier",${bank}}`),
  ],
};
