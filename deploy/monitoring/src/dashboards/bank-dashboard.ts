import type { DashboardSpec } from "./panel-spec.ts";
import * as panel from "./panel-spec.ts";
import { each, quantile, rate } from "./queries.ts";

/** The words and colours of the status page, for the values of `bank_up`. */
export const bankStateWords = {
  "1": { text: "Answers", color: "green" },
  "0.5": { text: "Answers with faults", color: "orange" },
  "0": { text: "Does not answer", color: "red" },
  "-1": { text: "Unknown", color: "text" },
} as const;

const bank = 'bank="$bank"';
const asked = "bank_request_duration_seconds";
const share = (outcome: string) =>
  `sum(${rate(`${asked}_count`, `${bank},outcome=~"${outcome}"`)}) / sum(${rate(`${asked}_count`, bank)})`;

export const bankDashboard: DashboardSpec = {
  id: "receipts-bank",
  title: "Receipts / One bank",
  description:
    "A bank as we see it: whether it answers, with what, how fast, and what that means for those who wait.",
  variables: [
    { name: "bank", label: "Bank", query: "label_values(circuit_breaker_state, bank)", multi: false },
  ],
  rows: [
    {
      title: "Does it answer?",
      panels: [
        panel.number(
          "State",
          "As uptime shows it: 1 operational, 0.5 degraded, 0 down, -1 unknown.",
          { state: `max(bank_up{${bank}}) or vector(-1)` },
          { words: bankStateWords },
        ),
        panel.number(
          "Breaker",
          "0 closed, 1 open in every verifier.",
          { breaker: `avg(circuit_breaker_state{${bank}})` },
          { limits: { warn: 0.1, bad: 0.5 } },
        ),
        panel.number("Put off", "Requests that wait for the bank to come back.", {
          parked: `max(verifications_parked{${bank}})`,
        }),
        panel.number("Incidents, 7 days", "Times that the bank was found to be down.", {
          incidents: `sum(increase(bank_incidents_total{${bank}}[7d]))`,
        }),
        panel.number(
          "Unreadable, 24 hours",
          "Answers in a shape that we do not know: the documents are in the quarantine.",
          { unreadable: `sum(increase(bank_documents_unrecognized_total{${bank}}[24h]))` },
          { limits: { warn: 1, bad: 10 } },
        ),
        panel.stacked(
          "Answers",
          "By class: a document, not found, none (unavailable), refused unparsed (unreadable); breaker_open was not asked.",
          each("outcome", `${asked}_count`, bank),
        ),
        panel.shares(
          "Share without an answer",
          "Above BREAKER_ERROR_PERCENT the breaker opens.",
          { unavailable: share("unavailable") },
          { limits: { warn: 0.1, bad: 0.5 } },
        ),
        panel.seconds("Time of one call, p50 and p95", "Of calls that were answered.", {
          p50: quantile(0.5, asked, { labels: `${bank},outcome=~"document|not_found"` }),
          p95: quantile(0.95, asked, { labels: `${bank},outcome=~"document|not_found"` }),
        }),
      ],
    },
    {
      title: "The way to it",
      panels: [
        panel.number(
          "Relays that work",
          "Egress proxies that most verifiers ask the bank through; -1 where it is asked directly.",
          { relays: `sum(avg by (relay) (bank_relay_usable{${bank}}) >= bool 0.5) or vector(-1)` },
        ),
        panel.counts(
          "Relays",
          "Share of the verifiers that ask the bank through the relay in turn. Below 1, some have found that it fails.",
          { "{{relay}}": `avg by (relay) (bank_relay_usable{${bank}}) or on () vector(0)` },
          { max: 1 },
        ),
        panel.stacked(
          "Requests through relays",
          "By what came of them: a whole answer; or the relay refused, could not reach the bank, is blocked by it, stalled or was silent while another relay carried the request.",
          {
            "{{relay}} {{outcome}}": `sum by (relay, outcome) (${rate("bank_relay_requests_total", bank)}) or on () vector(0)`,
          },
        ),
      ],
    },
    {
      title: "What it means for those who wait",
      panels: [
        panel.stacked(
          "Verdicts",
          "By outcome, cached ones included.",
          each("outcome", "verification_verdicts_total", bank),
        ),
        panel.seconds("Time to verdict, p95", "Of requests that nothing held up, and of all.", {
          "not held up": quantile(0.95, "verification_duration_seconds", {
            labels: `${bank},held_by="nothing"`,
          }),
          all: quantile(0.95, "verification_duration_seconds", { labels: bank }),
        }),
        panel.counts(
          "Changes of the breaker",
          "Changes a second, by what it changed to.",
          each("to", "circuit_breaker_transitions_total", bank),
        ),
        panel.rates(
          "Put off and taken up again",
          "Requests that were put off because the breaker was open.",
          {
            "put off": `sum(${rate("verifier_parked_total", bank)})`,
          },
        ),
        panel.counts(
          "Waiting for us",
          "Unfinished requests of the bank that are not put off: if they pile up while the bank answers, it is us.",
          { waiting: `max(verifications_waiting{${bank}})` },
        ),
      ],
    },
  ],
};
