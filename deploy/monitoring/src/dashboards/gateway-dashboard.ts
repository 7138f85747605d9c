import type { DashboardSpec } from "./panel-spec.ts";
import * as panel from "./panel-spec.ts";
import { each, percentiles, quantile, rate } from "./queries.ts";
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
        panel.stacked(
          "Requests",
          "By status, of the chosen routes.",
          each("code", requests, 'route=~"$route"'),
        ),
        panel.shares(
          "Errors",
          "Share of answers that are a fault of ours (5xx), by route.",
          {
            "{{route}}": `sum by (route) (${rate(requests, 'route=~"$route",code=~"5.."')} or ${rate(requests, 'route=~"$route"')} * 0) / sum by (route) (${rate(requests, 'route=~"$route"')} > 0)`,
          },
          { limits: { warn: 0.001, bad: 0.01 } },
        ),
        panel.seconds("Duration, p95", "By route, waits for a verdict (waitMs) included.", {
          "{{route}}": quantile(0.95, "http_request_duration_seconds", {
            labels: 'route=~"$route"',
            by: "route",
          }),
        }),
        panel.seconds(
          "Time to store a submission",
          "From the guards of its route to its stored request. Promise: 99 % within 250 ms.",
          percentiles("verify_accept_duration_seconds"),
          { limits: { warn: 0.1, bad: 0.25 } },
        ),
        panel.stacked(
          "Submissions that were turned away",
          "By error code. queue_unavailable was accepted all the same.",
          each("reason", "verify_rejected_total"),
        ),
        panel.rates(
          "Refused by rate limits and full queues",
          "429, by route.",
          each("route", requests, 'code="429"'),
        ),
      ],
    },
    {
      title: "Open work",
      panels: [
        panel.counts("Requests being answered", "By process.", { "{{instance}}": "http_requests_in_flight" }),
        panel.counts("Callers that wait for a verdict", "By process; MAX_WAITERS is the limit.", {
          "{{instance}}": "verify_waiters",
        }),
        panel.counts("Open streams", "Status streams and checkout pages.", {
          "status streams": "sum(sse_connections)",
          "checkout pages": "sum(checkout_page_streams)",
        }),
        panel.counts(
          "Submissions admitted by one statement",
          "Near 1 when there is little to do; the larger, the busier.",
          { mean: `sum(${rate("accept_batch_size_sum")}) / sum(${rate("accept_batch_size_count")})` },
        ),
        panel.seconds(
          "Age of the oldest message in the outbox",
          "Above a few seconds, messages do not reach Kafka.",
          { age: "(time() - min(outbox_oldest_due_timestamp_seconds)) or vector(0)" },
          { min: 0, limits: { warn: 10, bad: 60 } },
        ),
        panel.counts(
          "Messages that the relay had to send",
          "Their writers had not sent them at once: Kafka was away for a moment, or a process died.",
          each("outcome", "outbox_relayed_total"),
        ),
      ],
    },
    saturationRow({ component: "gateway", pool: "gateway" }),
    dependenciesRow('{component="gateway"}'),
    {
      title: "Business",
      panels: [
        panel.stacked(
          "Accepted",
          "Submissions that were accepted, by bank.",
          each("bank", "verify_accepted_total"),
        ),
        panel.shares("Answered from the cache", "Share of what was accepted.", {
          "cache hits": `sum(${rate("verify_accepted_total", 'cache="hit"')}) / sum(${rate("verify_accepted_total")})`,
        }),
        panel.rates(
          "Waits for a verdict, by what ended them",
          "Timeouts: the caller was answered 202 and asks again.",
          each("ended_by", "verify_waits_total"),
        ),
        panel.seconds(
          "Oldest unfinished request",
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
        panel.stackedCounts(
          "Deposits",
          "What became of them, each second.",
          each("type", "deposit_events_total"),
        ),
        panel.rates(
          "Idempotent replays, refused sign-ins",
          "Calls that repeated themselves, and people who were not let in.",
          {
            replays: `sum(${rate("idempotent_replays_total")})`,
            "sign-ins: {{reason}}": `sum by (reason) (${rate("sign_in_failures_total")})`,
          },
        ),
        panel.rates(
          "Mails",
          "Attempts to send one. `failed` is tried again; `given_up` was refused for good, or too late; `held_back` waits for the next hour.",
          each("outcome", "mails_total"),
        ),
        panel.counts("Mails that wait", "Due, or waiting for their next attempt.", {
          waiting: "max(mails_waiting)",
        }),
        panel.seconds(
          "Oldest mail that is due",
          "How long no gateway has taken it.",
          { age: `(time() - min(mail_oldest_due_timestamp_seconds)) or vector(0)` },
          { min: 0, limits: { warn: 60, bad: 600 } },
        ),
        panel.rates(
          "Limits counted by a process alone",
          "Redis was away: each process counts for itself.",
          each("limiter", "rate_limit_insured_total"),
        ),
      ],
    },
  ],
};
