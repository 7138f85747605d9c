import { type DashboardSpec, lines, quantile, rate, stacked } from "./panel-spec.ts";
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
        stacked(
          "Requests ended",
          "reqps",
          "By outcome: `parked` was put off, `fenced` came too late, `released` was given back.",
          {
            "{{outcome}}": `sum by (outcome) (${rate("verifier_jobs_total", bank)})`,
          },
        ),
        lines(
          "Failures",
          "reqps",
          "Requests that got no verdict and were refunded, by bank and reason.",
          {
            "{{bank}} {{outcome}}": `sum by (bank, outcome) (${rate("verification_verdicts_total", `${bank},outcome=~"bank_response_unrecognized|bank_unavailable|deadline_exceeded"`)})`,
          },
          { min: 0 },
        ),
        lines("Processing time, p95", "s", "From claim to recorded verdict: mostly the bank's own time.", {
          "{{bank}}": quantile(0.95, "verifier_job_duration_seconds", { labels: bank, by: "bank" }),
        }),
        lines(
          "Time to verdict, p95",
          "s",
          "From the accepted request: waiting and processing. Requests that the bank's outage held up are left out.",
          {
            "{{bank}}": quantile(0.95, "verification_duration_seconds", {
              labels: `${bank},held_by="nothing"`,
              by: "bank",
            }),
          },
          { limits: { warn: 10, bad: 60 } },
        ),
        lines(
          "Requests in work",
          "percentunit",
          "Share of VERIFIER_CONCURRENCY in use, over all pods of the bank. Near 100 % with a lag that grows: more pods.",
          {
            "{{bank}}": `sum by (bank) (verifier_jobs_in_flight{${bank}}) / sum by (bank) (verifier_jobs_limit{${bank}})`,
          },
          { min: 0, max: 1 },
        ),
      ],
    },
    {
      title: "What waits",
      panels: [
        lines(
          "Consumer lag",
          "short",
          "Messages of the bank's topic that its group has not finished; what the autoscaler goes by.",
          {
            "{{topic}}": 'max by (topic) (kafka_consumer_lag{topic=~".*[.]($bank)"})',
          },
          { min: 0 },
        ),
        lines(
          "Unfinished requests",
          "short",
          "As the database has them: waiting for us, and put off for a bank that is down.",
          {
            "{{bank}} waiting": `max by (bank) (verifications_waiting{${bank}})`,
            "{{bank}} put off": `max by (bank) (verifications_parked{${bank}})`,
          },
          { min: 0 },
        ),
        lines(
          "Oldest request that waits",
          "s",
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
        lines(
          "Messages by what became of them",
          "reqps",
          "All but acknowledged and dead letters are handed out again.",
          {
            "{{topic}} {{fate}}": `sum by (topic, fate) (${rate("consumed_messages_total", 'topic=~".*[.]($bank)"')})`,
          },
          { min: 0 },
        ),
        lines(
          "Claims lost, requests recovered",
          "short",
          "A frozen process or a database that was away; and what was put on the bus again.",
          {
            "{{bank}} claims lost": `sum by (bank) (${rate("verifier_claims_lost_total", bank)})`,
            "{{bank}} recovered": `sum by (bank) (${rate("verifier_recovered_total", bank)})`,
          },
          { min: 0 },
        ),
      ],
    },
    {
      title: "The way to the banks",
      panels: [
        lines(
          "Relays that work",
          "short",
          "Egress proxies of each bank that most of its verifiers ask it through.",
          {
            "{{bank}}": `sum by (bank) (avg by (bank, relay) (bank_relay_usable{${bank}}) >= bool 0.5) or on () vector(0)`,
          },
          { min: 0 },
        ),
        lines(
          "Failures of relays",
          "reqps",
          "Requests that a relay refused or lost, or that another relay answered in its place.",
          {
            "{{bank}} {{relay}}": `sum by (bank, relay) (${rate("bank_relay_requests_total", `${bank},outcome!="answered"`)}) or on () vector(0)`,
          },
          { min: 0 },
        ),
      ],
    },
    saturationRow({ component: "verifier", labels: bank, pool: "verifier-($bank)" }),
    dependenciesRow(`{component="verifier",${bank}}`),
  ],
};
