import type { AlertedService, Series } from "./alert.ts";
import { days, hours, minutes } from "./time-scale.ts";

/** Our objectives over 30 days and their metrics. All burn-rate rules are generated from this table. */
export interface Objective {
  /** Label `slo` of the recorded series. */
  readonly id: string;
  readonly alert: string;
  readonly service: AlertedService;
  /** Share of good events. */
  readonly objective: number;
  readonly promise: string;
  /** Bad events per second, and all events, over a window. */
  readonly bad: (window: string) => string;
  readonly all: (window: string) => string;
  /** For the tests of the rules: series with so many bad events of so many events each minute. */
  readonly series: (badEachMinute: number, eachMinute: number, minutes: number) => Series;
}

const submissions = 'http_requests_total{method="POST",route="/api/verify"';
const decided = 'held_by="nothing"';

const slowerThan =
  (histogram: string, seconds: string, labels = "") =>
  (window: string) => {
    const both = labels === "" ? "" : `,${labels}`;
    const only = labels === "" ? "" : `{${labels}}`;
    return `sum(rate(${histogram}_count${only}[${window}])) - sum(rate(${histogram}_bucket{le="${seconds}"${both}}[${window}]))`;
  };
const countOf =
  (histogram: string, labels = "") =>
  (window: string) =>
    `sum(rate(${histogram}_count${labels === "" ? "" : `{${labels}}`}[${window}]))`;
const grow = (each: number, long: number) => `0+${each}x${long}`;
const histogramSeries =
  (histogram: string, seconds: string, labels = ""): Objective["series"] =>
  (bad, all, long) => ({
    [`${histogram}_count{${labels}}`]: grow(all, long),
    [`${histogram}_bucket{${labels === "" ? "" : `${labels},`}le="${seconds}"}`]: grow(all - bad, long),
  });

export const objectives: readonly Objective[] = [
  {
    id: "accept-availability",
    alert: "GatewayAcceptErrorBudgetBurn",
    service: "gateway",
    objective: 0.999,
    promise: "99.9 % of submissions (POST /api/verify) get a response without a server error (5xx)",
    bad: (window) => `sum(rate(${submissions},code=~"5.."}[${window}]))`,
    all: (window) => `sum(rate(${submissions}}[${window}]))`,
    series: (bad, all, long) => ({
      [`${submissions},code="503"}`]: grow(bad, long),
      [`${submissions},code="202"}`]: grow(all - bad, long),
    }),
  },
  {
    id: "accept-latency",
    alert: "GatewayAcceptLatencyBudgetBurn",
    service: "gateway",
    objective: 0.99,
    promise: "99 % of submissions are stored within 250 ms, without the wait for a verdict",
    bad: slowerThan("verify_accept_duration_seconds", "0.25"),
    all: countOf("verify_accept_duration_seconds"),
    series: histogramSeries("verify_accept_duration_seconds", "0.25"),
  },
  {
    id: "time-to-verdict",
    alert: "VerifierTimeToVerdictBudgetBurn",
    service: "verifier",
    objective: 0.99,
    promise: "99 % of requests have their verdict within 60 s, without those delayed by a bank outage",
    bad: slowerThan("verification_duration_seconds", "60", decided),
    all: countOf("verification_duration_seconds", decided),
    series: histogramSeries("verification_duration_seconds", "60", decided),
  },
  {
    id: "webhook-first-attempt",
    alert: "WebhookFirstAttemptBudgetBurn",
    service: "webhook-dispatcher",
    objective: 0.99,
    promise: "99 % of webhooks have their first attempt within 10 s of being due",
    bad: slowerThan("webhook_first_attempt_delay_seconds", "10"),
    all: countOf("webhook_first_attempt_delay_seconds"),
    series: histogramSeries("webhook_first_attempt_delay_seconds", "10"),
  },
];

/** Minimum events per second: below this, one bad event would exceed the threshold. */
export const MIN_PER_SECOND = 0.05;

/**
 * Windows of the SRE workbook, for 30 days. Both must burn: the long one shows that it matters, the short one that it
 * continues.
 */
export const burnWindows = [
  { severity: "page", budget: "2 %", long: hours(1), short: minutes(5), factor: 14.4, hold: minutes(2) },
  { severity: "page", budget: "5 %", long: hours(6), short: minutes(30), factor: 6, hold: minutes(15) },
  { severity: "ticket", budget: "10 %", long: days(1), short: hours(2), factor: 3, hold: hours(1) },
  { severity: "ticket", budget: "10 %", long: days(3), short: hours(6), factor: 1, hold: hours(3) },
] as const;
