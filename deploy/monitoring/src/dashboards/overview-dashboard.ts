import type { DashboardSpec } from "./panel-spec.ts";
import * as panel from "./panel-spec.ts";
import { each, quantile, rate } from "./queries.ts";

const verdicts = (outcome: string) => `sum(${rate("verification_verdicts_total", `outcome=~"${outcome}"`)})`;
const ratioOf = (slo: string) => `1 - slo:error_ratio:rate1h{slo="${slo}"}`;
const good = (warn: number, bad: number) => ({ max: 1, limits: { warn, bad, lowIsBad: true } });

export const overviewDashboard: DashboardSpec = {
  id: "receipts-overview",
  title: "Receipts / Overview",
  description:
    "Is it us or the bank? Read from left to right: what is promised, whose fault it is when it is not kept, and what is under it.",
  variables: [],
  rows: [
    {
      title: "Is it us or the bank?",
      panels: [
        panel.numberAsShare(
          "Accepted without a fault",
          "Submissions of the last hour that were not answered with a 5xx. Ours. Promise: 99.9 %.",
          { accepted: ratioOf("accept-availability") },
          good(0.999, 0.99),
        ),
        panel.numberAsShare(
          "Verdicts within 60 s",
          "Of the last hour, without those that a bank's outage held up. Ours. Promise: 99 %.",
          { "in time": ratioOf("time-to-verdict") },
          good(0.99, 0.95),
        ),
        panel.numberAsShare(
          "Webhooks tried within 10 s",
          "First attempts of the last hour. Ours. Promise: 99 %.",
          { "in time": ratioOf("webhook-first-attempt") },
          good(0.99, 0.95),
        ),
        panel.number(
          "Banks that are down",
          "Banks whose breaker is open in most of their verifiers. Theirs.",
          { down: "count(avg by (bank) (circuit_breaker_state) >= 0.5) or vector(0)" },
          { limits: { warn: 1, bad: 3 } },
        ),
        panel.number("Waiting for us", "Unfinished requests that wait for a verifier or are in its hands.", {
          waiting: "sum(max by (bank) (verifications_waiting))",
        }),
        panel.number(
          "Waiting for banks",
          "Unfinished requests that are put off because their bank is down.",
          {
            parked: "sum(max by (bank) (verifications_parked))",
          },
        ),
        panel.wideRates(
          "Failures by whose fault they are",
          "A bank that is down, a bank that changed its page (its fault, our work), and what only we can have caused: 5xx, and requests that nobody began in time.",
          {
            "bank is down": verdicts("bank_unavailable"),
            "bank changed its page": verdicts("bank_response_unrecognized"),
            "ours: no verdict in time": verdicts("deadline_exceeded"),
            "ours: 5xx": `sum(${rate("http_requests_total", 'code=~"5.."')})`,
          },
        ),
        panel.wideCounts(
          "Banks, as our breakers see them",
          "0: calls go through. 1: the breaker is open, in every verifier of the bank. In between: it is probed, or some verifiers see it and others do not.",
          { "{{bank}}": "avg by (bank) (circuit_breaker_state)" },
          { max: 1 },
        ),
        panel.shares(
          "Attempts that banks do not answer",
          "Share of the calls to each bank that got no answer. Many banks at once: look at our own way out first.",
          {
            "{{bank}}": `sum by (bank) (${rate("bank_request_duration_seconds_count", 'outcome="unavailable"')}) / sum by (bank) (${rate("bank_request_duration_seconds_count")} > 0)`,
          },
        ),
        panel.rates(
          "Answers that we cannot read",
          "A rising line is a changed page: the documents are in the quarantine.",
          each("bank", "bank_documents_unrecognized_total"),
        ),
        panel.seconds("Time to verdict, p95", "Without and with the requests that a bank's outage held up.", {
          ours: quantile(0.95, "verification_duration_seconds", { labels: 'held_by="nothing"' }),
          all: quantile(0.95, "verification_duration_seconds"),
        }),
      ],
    },
    {
      title: "Promises",
      panels: [
        panel.wideCounts(
          "Error budgets, burn over 1 h",
          "1: the budget of 30 days lasts exactly 30 days. 14.4 pages.",
          {
            "accept-availability": 'slo:error_ratio:rate1h{slo="accept-availability"} / 0.001',
            "{{slo}}": 'slo:error_ratio:rate1h{slo!="accept-availability"} / 0.01',
          },
          { limits: { warn: 6, bad: 14.4 } },
        ),
        panel.wideCounts("Alerts that fire", "Watchdog always does.", {
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
          "By class of the receiver's answer, or why there was none.",
          each("outcome", "webhook_attempts_total"),
        ),
      ],
    },
    {
      title: "Platform",
      panels: [
        panel.counts(
          "Dependencies that answer",
          "The least of each service: 0 when one of its processes is not answered.",
          {
            "{{component}} {{dependency}}":
              'min by (component, dependency) (dependency_up{dependency!="bank"})',
          },
          { max: 1 },
        ),
        panel.counts("Processes", "That Prometheus sees, by service.", {
          "{{component}}": "count by (component) (rv_build_info)",
        }),
        panel.counts("Consumer lag", "Messages that a group has not finished.", {
          "{{group}} {{topic}}": "max by (group, topic) (kafka_consumer_lag)",
        }),
      ],
    },
  ],
};
