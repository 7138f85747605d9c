import type { DashboardSpec } from "./panel-spec.ts";
import * as panel from "./panel-spec.ts";
import { each, quantile, rate } from "./queries.ts";
import { ageOf, dependenciesRow, saturationRow } from "./shared-rows.ts";

const bank = 'bank=~"$bank"';

export const verifierDashboard: DashboardSpec = {
  id: "receipts-verifier",
  title: "Receipts / Verifiers",
  description: "The verifiers of the chosen banks: how much they do, how long it takes, what waits for them.",
  variables: [
    { name: "bank", label: "Bank", query: "label_values(circuit_breaker_state, bank)", multi: true },
  ],
  rows: [
    {
      title: "Work",
      panels: [
        panel.stacked(
          "Requests ended",
          "By outcome: `parked` was put off, `fenced` came too late, `released` was given back.",
          each("outcome", "verifier_jobs_total", bank),
        ),
        panel.rates(
          "Failures",
          "Requests that got no verdict and were refunded, by bank and reason.",
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
          "From the accepted request: waiting and processing. Requests that the bank's outage held up are left out.",
          {
            "{{bank}}": quantile(0.95, "verification_duration_seconds", {
              labels: `${bank},held_by="nothing"`,
              by: "bank",
            }),
          },
          { limits: { warn: 10, bad: 60 } },
        ),
        panel.shares(
          "Requests in work",
          "Share of VERIFIER_CONCURRENCY in use, over all pods of the bank. Near 100 % with a lag that grows: more pods.",
          {
            "{{bank}}": `sum by (bank) (verifier_jobs_in_flight{${bank}}) / sum by (bank) (verifier_jobs_limit{${bank}})`,
          },
        ),
      ],
    },
    {
      title: "What waits",
      panels: [
        panel.counts(
          "Consumer lag",
          "Messages of the bank's topic that its group has not finished; what the autoscaler goes by.",
          { "{{topic}}": 'max by (topic) (kafka_consumer_lag{topic=~".*[.]($bank)"})' },
        ),
        panel.counts(
          "Unfinished requests",
          "As the database has them: waiting for us, and put off for a bank that is down.",
          {
            "{{bank}} waiting": `max by (bank) (verifications_waiting{${bank}})`,
            "{{bank}} put off": `max by (bank) (verifications_parked{${bank}})`,
          },
        ),
        panel.seconds(
          "Oldest request that waits",
          "Put-off ones left out.",
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
          "Messages by what became of them",
          "All but acknowledged and dead letters are handed out again.",
          each("topic, fate", "consumed_messages_total", 'topic=~".*[.]($bank)"'),
        ),
        panel.counts(
          "Claims lost, requests recovered",
          "A frozen process or a database that was away; and what was put on the bus again.",
          {
            "{{bank}} claims lost": `sum by (bank) (${rate("verifier_claims_lost_total", bank)})`,
            "{{bank}} recovered": `sum by (bank) (${rate("verifier_recovered_total", bank)})`,
          },
        ),
      ],
    },
    {
      title: "The way to the banks",
      panels: [
        panel.counts(
          "Relays that work",
          "Egress proxies of each bank that most of its verifiers ask it through.",
          {
            "{{bank}}": `sum by (bank) (avg by (bank, relay) (bank_relay_usable{${bank}}) >= bool 0.5) or on () vector(0)`,
          },
        ),
        panel.rates(
          "Failures of relays",
          "Requests that a relay refused or lost, or that another relay answered in its place.",
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
