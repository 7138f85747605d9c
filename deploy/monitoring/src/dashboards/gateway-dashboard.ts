import { type DashboardSpec, lines, percentiles, quantile, rate, stacked } from "./panel-spec.ts";
import { ageOf, dependenciesRow, saturationRow } from "./shared-rows.ts";

const requests = "http_requests_total";

export const gatewayDashboard: DashboardSpec = {
  id: "receipts-gateway",
  title: "Receipts / Gateway",
  description: "The HTTP API: rate, errors and duration, then what it runs on, then what it is for.",
  variables: [{ name: "route", label: "Route", query: `label_values(${requests}, route)`, multi: true }],
  rows: [
    {
      title: "Rate, errors, duration",
      panels: [
        stacked("Requests", "reqps", "By status, of the chosen routes.", {
          "{{code}}": `sum by (code) (${rate(requests, 'route=~"$route"')})`,
        }),
        lines(
          "Errors",
          "percentunit",
          "Share of answers that are a fault of ours (5xx), by route.",
          {
            "{{route}}": `sum by (route) (${rate(requests, 'route=~"$route",code=~"5.."')} or ${rate(requests, 'route=~"$route"')} * 0) / sum by (route) (${rate(requests, 'route=~"$route"')} > 0)`,
          },
          { min: 0, max: 1, limits: { warn: 0.001, bad: 0.01 } },
        ),
        lines("Duration, p95", "s", "By route, waits for a verdict (waitMs) included.", {
          "{{route}}": quantile(0.95, "http_request_duration_seconds", {
            labels: 'route=~"$route"',
            by: "route",
          }),
        }),
        lines(
          "Time to store a submission",
          "s",
          "From the guards of its route to its stored request. Promise: 99 % within 250 ms.",
          percentiles("verify_accept_duration_seconds"),
          { limits: { warn: 0.1, bad: 0.25 } },
        ),
        stacked(
          "Submissions that were turned away",
          "reqps",
          "By error code. queue_unavailable was accepted all the same.",
          {
            "{{reason}}": `sum by (reason) (${rate("verify_rejected_total")})`,
          },
        ),
        lines(
          "Refused by rate limits and full queues",
          "reqps",
          "429, by route.",
          {
            "{{route}}": `sum by (route) (${rate(requests, 'code="429"')})`,
          },
          { min: 0 },
        ),
      ],
    },
    {
      title: "Open work",
      panels: [
        lines(
          "Requests being answered",
          "short",
          "By process.",
          { "{{instance}}": "http_requests_in_flight" },
          { min: 0 },
        ),
        lines(
          "Callers that wait for a verdict",
          "short",
          "By process; MAX_WAITERS is the limit.",
          { "{{instance}}": "verify_waiters" },
          { min: 0 },
        ),
        lines(
          "Open streams",
          "short",
          "Status streams and checkout pages.",
          {
            "status streams": "sum(sse_connections)",
            "checkout pages": "sum(checkout_page_streams)",
          },
          { min: 0 },
        ),
        lines(
          "Submissions admitted by one statement",
          "short",
          "Near 1 when there is little to do; the larger, the busier.",
          {
            mean: `sum(${rate("accept_batch_size_sum")}) / sum(${rate("accept_batch_size_count")})`,
          },
          { min: 0 },
        ),
        lines(
          "Age of the oldest message in the outbox",
          "s",
          "Above a few seconds, messages do not reach Kafka.",
          {
            age: "(time() - min(outbox_oldest_due_timestamp_seconds)) or vector(0)",
          },
          { min: 0, limits: { warn: 10, bad: 60 } },
        ),
        lines(
          "Messages that the relay had to send",
          "short",
          "Their writers had not sent them at once: Kafka was away for a moment, or a process died.",
          {
            "{{outcome}}": `sum by (outcome) (${rate("outbox_relayed_total")})`,
          },
          { min: 0 },
        ),
      ],
    },
    saturationRow({ component: "gateway", pool: "gateway" }),
    dependenciesRow('{component="gateway"}'),
    {
      title: "Business",
      panels: [
        stacked("Accepted", "reqps", "Submissions that were accepted, by bank.", {
          "{{bank}}": `sum by (bank) (${rate("verify_accepted_total")})`,
        }),
        lines(
          "Answered from the cache",
          "percentunit",
          "Share of what was accepted.",
          {
            "cache hits": `sum(${rate("verify_accepted_total", 'cache="hit"')}) / sum(${rate("verify_accepted_total")})`,
          },
          { min: 0, max: 1 },
        ),
        lines(
          "Waits for a verdict, by what ended them",
          "reqps",
          "Timeouts: the caller was answered 202 and asks again.",
          {
            "{{ended_by}}": `sum by (ended_by) (${rate("verify_waits_total")})`,
          },
          { min: 0 },
        ),
        lines(
          "Oldest unfinished request",
          "s",
          "By bank; those put off for a bank that is down left out.",
          {
            "{{bank}}": ageOf(
              "verification_oldest_waiting_timestamp_seconds",
              "bank",
              "max by (bank) (verifications_waiting)",
            ),
          },
          { min: 0 },
        ),
        stacked("Deposits", "short", "What became of them, each second.", {
          "{{type}}": `sum by (type) (${rate("deposit_events_total")})`,
        }),
        lines(
          "Idempotent replays, refused sign-ins",
          "reqps",
          "Calls that repeated themselves, and people who were not let in.",
          {
            replays: `sum(${rate("idempotent_replays_total")})`,
            "sign-ins: {{reason}}": `sum by (reason) (${rate("sign_in_failures_total")})`,
          },
          { min: 0 },
        ),
        lines(
          "Mails",
          "reqps",
          "Attempts to send one. `failed` is tried again; `given_up` was refused for good, or too late; `held_back` waits for the next hour.",
          { "{{outcome}}": `sum by (outcome) (${rate("mails_total")})` },
          { min: 0 },
        ),
        lines(
          "Mails that wait",
          "short",
          "Due, or waiting for their next attempt.",
          { waiting: "max(mails_waiting)" },
          { min: 0 },
        ),
        lines(
          "Oldest mail that is due",
          "s",
          "How long no gateway has taken it.",
          { age: `(time() - min(mail_oldest_due_timestamp_seconds)) or vector(0)` },
          { min: 0, limits: { warn: 60, bad: 600 } },
        ),
        lines(
          "Limits counted by a process alone",
          "reqps",
          "Redis was away: each process counts for itself.",
          {
            "{{limiter}}": `sum by (limiter) (${rate("rate_limit_insured_total")})`,
          },
          { min: 0 },
        ),
      ],
    },
  ],
};
