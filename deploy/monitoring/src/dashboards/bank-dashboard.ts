import type { DashboardSpec } from "./panel-spec.ts";
import * as panel from "./panel-spec.ts";
import { each, quantile, rate } from "./queries.ts";

/** Words and colours of the status page for the values of `bank_up`. */
export const bankStateWords = {
  "1": { text: "Operational", color: "green" },
  "0.5": { text: "Degraded", color: "orange" },
  "0": { text: "Down", color: "red" },
  "-1": { text: "Unknown", color: "text" },
} as const;

const bank = 'bank="$bank"';
const requestDuration = "bank_request_duration_seconds";
const share = (outcome: string) =>
  `sum(${rate(`${requestDuration}_count`, `${bank},outcome=~"${outcome}"`)}) / sum(${rate(`${requestDuration}_count`, bank)})`;

export const bankDashboard: DashboardSpec = {
  id: "receipts-bank",
  title: "Receipts / One bank",
  description: "One bank as our verifiers see it: responses, latency, and the effect on waiting callers.",
  variables: [
    { name: "bank", label: "Bank", query: "label_values(circuit_breaker_state, bank)", multi: false },
  ],
  rows: [
    {
      title: "State of the bank",
      panels: [
        panel.number(
          "State",
          "As on the status page: 1 operational, 0.5 degraded, 0 down, -1 unknown.",
          { state: `max(bank_up{${bank}}) or vector(-1)` },
          { words: bankStateWords },
        ),
        panel.number(
          "Breaker",
          "0 closed, 1 open in every verifier.",
          { breaker: `avg(circuit_breaker_state{${bank}})` },
          { limits: { warn: 0.1, bad: 0.5 } },
        ),
        panel.number("Parked", "Requests postponed until the bank is back.", {
          parked: `max(verifications_parked{${bank}})`,
        }),
        panel.number("Incidents, 7 days", "Number of times that the bank went down.", {
          incidents: `sum(increase(bank_incidents_total{${bank}}[7d]))`,
        }),
        panel.number(
          "Unreadable, 24 hours",
          "Responses of unknown shape. Their documents are in the quarantine.",
          { unreadable: `sum(increase(bank_documents_unrecognized_total{${bank}}[24h]))` },
          { limits: { warn: 1, bad: 10 } },
        ),
        panel.stacked(
          "Responses",
          "By class: a document, not found, no response (unavailable), rejected before parsing (unreadable); breaker_open was not sent.",
          each("outcome", `${requestDuration}_count`, bank),
        ),
        panel.shares(
          "Share without a response",
          "The breaker opens above BREAKER_ERROR_PERCENT.",
          { unavailable: share("unavailable") },
          { limits: { warn: 0.1, bad: 0.5 } },
        ),
        panel.seconds("Time of one call, p50 and p95", "Of calls that got a response.", {
          p50: quantile(0.5, requestDuration, { labels: `${bank},outcome=~"document|not_found"` }),
          p95: quantile(0.95, requestDuration, { labels: `${bank},outcome=~"document|not_found"` }),
        }),
      ],
    },
    {
      title: "Relays",
      panels: [
        panel.number(
          "Working relays",
          "Egress proxies that most verifiers use for the bank; -1 if it is queried directly.",
          { relays: `sum(avg by (relay) (bank_relay_usable{${bank}}) >= bool 0.5) or vector(-1)` },
        ),
        panel.counts(
          "Relays by name",
          "Share of the verifiers that use the relay. Below 1, it has failed for some of them.",
          { "{{relay}}": `avg by (relay) (bank_relay_usable{${bank}}) or on () vector(0)` },
          { max: 1 },
        ),
        panel.stacked(
          "Requests through relays",
          "By outcome: a complete response; or the relay refused, could not reach the bank, is blocked by it, stalled or was silent while another relay carried the request.",
          {
            "{{relay}} {{outcome}}": `sum by (relay, outcome) (${rate("bank_relay_requests_total", bank)}) or on () vector(0)`,
          },
        ),
      ],
    },
    {
      title: "Effect on callers",
      panels: [
        panel.stacked(
          "Verdicts",
          "By outcome, cached ones included.",
          each("outcome", "verification_verdicts_total", bank),
        ),
        panel.seconds("Time to verdict, p95", "Of requests without a bank outage, and of all.", {
          "no outage": quantile(0.95, "verification_duration_seconds", {
            labels: `${bank},held_by="nothing"`,
          }),
          all: quantile(0.95, "verification_duration_seconds", { labels: bank }),
        }),
        panel.counts(
          "Breaker transitions",
          "Transitions per second, by new state.",
          each("to", "circuit_breaker_transitions_total", bank),
        ),
        panel.rates("Parking rate", "Requests parked because the breaker was open.", {
          parked: `sum(${rate("verifier_parked_total", bank)})`,
        }),
        panel.counts(
          "Waiting for verifiers",
          "Unfinished requests of the bank that are not parked. If they pile up while the bank responds, the cause is ours.",
          { waiting: `max(verifications_waiting{${bank}})` },
        ),
      ],
    },
  ],
};
