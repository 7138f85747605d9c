import type { DashboardSpec } from "./panel-spec.ts";
import * as panel from "./panel-spec.ts";
import { each, quantile, rate } from "./queries.ts";

const verdicts = (outcome: string) => `sum(${rate("verification_verdicts_total", `outcome=~"${outcome}"`)})`;
const ratioOf = (slo: string) => `1 - slo:error_ratio:rate1h{slo="${slo}"}`;
const good = (warn: number, bad: number) => ({ max: 1, limits: { warn, bad, lowIsBad: true } });

export const overviewDashboard: DashboardSpec = {
  id: "receipts-overview",
  title: "Receipts / Overview",
  description: "Is it us or the bank? From left to right: objectives, causes of misses, infrastructure.",
  variables: [],
  rows: [
    {
      title: "Is it us or the bank?",
      panels: [
        panel.numberAsShare(
          "Accepted without a server error",
          "Submissions of the last hour without a 5xx. Ours. Objective: 99.9 %.",
          { accepted: ratioOf("accept-availability") },
          good(0.999, 0.99),
        ),
        panel.numberAsShare(
          "Verdicts within 60 s",
          "In the last hour, without requests delayed by a bank outage. Ours. Objective: 99 %.",
          { "in time": ratioOf("time-to-verdict") },
          good(0.99, 0.95),
        ),
        panel.numberAsShare(
          "Webhooks tried within 10 s",
          "First attempts of the last hour. Ours. Objective: 99 %.",
          { "in time": ratioOf("webhook-first-attempt") },
          good(0.99, 0.95),
        ),
        panel.number(
          "Banks down",
          "Banks whose breaker is open in most of their verifiers. Not ours.",
          { down: "count(avg by (bank) (circuit_breaker_state) >= 0.5) or vector(0)" },
          { limits: { warn: 1, bad: 3 } },
        ),
        panel.number(
          "Waiting for verifiers",
          "Unfinished requests that wait for a verifier or are claimed by one.",
          {
            waiting: "sum(max by (bank) (verifications_waiting))",
          },
        ),
        panel.number("Waiting for banks", "Unfinished requests that are parked because their bank is down.", {
          parked: "sum(max by (bank) (verifications_parked))",
        }),
        panel.wideRates(
          "Failures by cause",
          "A bank is down; a bank changed its page (our parser must change); only ours: 5xx, and requests that no verifier started in time.",
          {
            "bank is down": verdicts("bank_unavailable"),
            "bank changed its page": verdicts("bank_response_unrecognized"),
            "ours: no verdict in time": verdicts("deadline_exceeded"),
            "ours: 5xx": `sum(${rate("http_requests_total", 'code=~"5.."')})`,
          },
        ),
        panel.wideCounts(
          "Circuit breakers",
          "0: closed. 1: open in every verifier of the bank. In between: it is half-open, or only some verifiers opened it.",
          { "{{bank}}": "avg by (bank) (circuit_breaker_state)" },
          { max: 1 },
        ),
        panel.shares(
          "Attempts without a response",
          "Share of the calls to each bank. Many banks at once: check our own network egress first.",
          {
            "{{bank}}": `sum by (bank) (${rate("bank_request_duration_seconds_count", 'outcome="unavailable"')}) / sum by (bank) (${rate("bank_request_duration_seconds_count")} > 0)`,
          },
        ),
        panel.rates(
          "Unreadable responses",
          "A rising line means a changed page. The documents are in the quarantine.",
          each("bank", "bank_documents_unrecognized_total"),
        ),
        panel.seconds("Time to verdict, p95", "Without and with requests delayed by a bank outage.", {
          ours: quantile(0.95, "verification_duration_seconds", { labels: 'held_by="nothing"' }),
          all: quantile(0.95, "verification_duration_seconds"),
        }),
      ],
    },
    {
      title: "Objectives",
      panels: [
        panel.wideCounts(
          "Error budgets, burn over 1 h",
          "1: the 30-day budget lasts exactly 30 days. At 14.4 an alert pages.",
          {
            "accept-availability": 'slo:error_ratio:rate1h{slo="accept-availability"} / 0.001',
            "{{slo}}": 'slo:error_ratio:rate1h{slo!="accept-availability"} / 0.01',
          },
          { limits: { warn: 6, bad: 14.4 } },
        ),
        panel.wideCounts("Firing alerts", "Watchdog always fires.", {
          "{{alertname}} {{severity}}": 'count by (alertname, severity) (ALERTS{alertstate="firing"})',
        }),
      ],
    },
    {
      title: "Traffic",
      panels: [
        panel.stacked(
          "Submissions",
          "POST /api/verify by status.",
          each("code", "http_requests_total", 'method="POST",route="/api/verify"'),
        ),
        panel.stacked(
          "Verdicts",
          "By outcome, cached ones included.",
          each("outcome", "verification_verdicts_total"),
        ),
        panel.stacked(
          "Webhook attempts",
          "By class of the receiver's response, or the reason why there was none.",
          each("outcome", "webhook_attempts_total"),
        ),
      ],
    },
    {
      title: "Platform",
      panels: [
        panel.counts(
          "Dependencies",
          "Minimum of each service: 0 if one of its processes cannot reach it.",
          {
            "{{component}} {{dependency}}":
              'min by (component, dependency) (dependency_up{dependency!="bank"})',
          },
          { max: 1 },
        ),
        panel.counts("Processes", "Processes that Prometheus scrapes, by service.", {
          "{{component}}": "count by (component) (rv_build_info)",
        }),
        panel.counts("Consumer lag", "Messages that the group has not processed yet.", {
          "{{group}} {{topic}}": "max by (group, topic) (kafka_consumer_lag)",
        }),
      ],
    },
  ],
};
