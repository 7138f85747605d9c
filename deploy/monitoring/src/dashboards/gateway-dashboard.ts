import type { DashboardSpec } from "./panel-spec.ts";
import * as panel from "./panel-spec.ts";
import { each, percentiles, quantile, rate } from "./queries.ts";
import { ageOf, dependenciesRow, saturationRow } from "./shared-rows.ts";

const requests = "http_requests_total";

export const gatewayDashboard: DashboardSpec = {
  id: "receipts-gateway",
  title: "Receipts / Gateway",
  description: "The HTTP API: rate, errors and duration; resources; business figures.",
  variables: [{ name: "route", label: "Route", query: `label_values(${requests}, route)`, multi: true }],
  rows: [
    {
      title: "Rate, errors, duration",
      panels: [
        panel.stacked(
          "Requests",
          "By status, for the selected routes.",
          each("code", requests, 'route=~"$route"'),
        ),
        panel.shares(
          "Errors",
          "Share of responses with a server error (5xx), by route.",
          {
            "{{route}}": `sum by (route) (${rate(requests, 'route=~"$route",code=~"5.."')} or ${rate(requests, 'route=~"$route"')} * 0) / sum by (route) (${rate(requests, 'route=~"$route"')} > 0)`,
          },
          { limits: { warn: 0.001, bad: 0.01 } },
        ),
        panel.seconds("Duration, p95", "By route, including waits for a verdict (waitMs).", {
          "{{route}}": quantile(0.95, "http_request_duration_seconds", {
            labels: 'route=~"$route"',
            by: "route",
          }),
        }),
        panel.seconds(
          "Time to store a submission",
          "From the guards of its route to the stored request. Objective: 99 % within 250 ms.",
          percentiles("verify_accept_duration_seconds"),
          { limits: { warn: 0.1, bad: 0.25 } },
        ),
        panel.stacked(
          "Rejected submissions",
          "By error code. queue_unavailable was accepted nevertheless.",
          each("reason", "verify_rejected_total"),
        ),
        panel.rates(
          "Rejected by rate limits and full queues",
          "429, by route.",
          each("route", requests, 'code="429"'),
        ),
        panel.rates(
          "Connections closed",
          "network: one address had too many. total: the gateway had. reader: responses were read too slowly. unsent: too much of them waited.",
          each("limit", "http_connections_closed_total"),
        ),
      ],
    },
    {
      title: "Open work",
      panels: [
        panel.counts("Requests in flight", "By process.", { "{{instance}}": "http_requests_in_flight" }),
        panel.counts("Callers waiting for a verdict", "By process; MAX_WAITERS is the limit.", {
          "{{instance}}": "verify_waiters",
        }),
        panel.counts("Open streams", "Streams of statuses and webhooks, and checkout pages.", {
          "statuses and webhooks": "sum(sse_connections)",
          "checkout pages": "sum(checkout_page_streams)",
        }),
        panel.counts("Submissions per admission batch", "Mean size. Near 1 at low load, larger under load.", {
          mean: `sum(${rate("accept_batch_size_sum")}) / sum(${rate("accept_batch_size_count")})`,
        }),
        panel.seconds(
          "Age of the oldest outbox message",
          "Above a few seconds, messages do not reach Kafka.",
          { age: "(time() - min(outbox_oldest_due_timestamp_seconds)) or vector(0)" },
          { min: 0, limits: { warn: 10, bad: 60 } },
        ),
        panel.counts(
          "Messages sent by the outbox relay",
          "Their writers could not send them at once: Kafka was briefly unavailable, or a process died.",
          each("outcome", "outbox_relayed_total"),
        ),
      ],
    },
    saturationRow({ component: "gateway", pool: "gateway" }),
    dependenciesRow('{component="gateway"}'),
    {
      title: "Business",
      panels: [
        panel.stacked("Accepted", "Accepted submissions, by bank.", each("bank", "verify_accepted_total")),
        panel.shares("Cache hits", "Share of accepted submissions.", {
          "cache hits": `sum(${rate("verify_accepted_total", 'cache="hit"')}) / sum(${rate("verify_accepted_total")})`,
        }),
        panel.rates(
          "Ends of waits for a verdict",
          "Timeouts: the caller got a 202 and polls.",
          each("ended_by", "verify_waits_total"),
        ),
        panel.seconds(
          "Oldest unfinished request",
          "By bank, without requests parked for a bank that is down.",
          {
            "{{bank}}": ageOf(
              "verification_oldest_waiting_timestamp_seconds",
              "bank",
              "max by (bank) (verifications_waiting)",
            ),
          },
          { min: 0 },
        ),
        panel.counts(
          "Lists of receipts",
          "Items of batches. Those that wait are no fault: few of a bank run at the same time.",
          { "{{bank}} {{state}}": "max by (bank, state) (batch_items)" },
        ),
        panel.seconds(
          "Oldest statement that is not compared",
          "Time since it was sent. Each gateway compares one at a time.",
          { age: `(time() - min(statement_oldest_waiting_timestamp_seconds)) or vector(0)` },
          { min: 0, limits: { warn: 120, bad: 900 } },
        ),
        panel.stackedCounts("Deposits", "Events per second, by type.", each("type", "deposit_events_total")),
        panel.rates(
          "Idempotent replays, failed sign-ins",
          "Repeated calls, and rejected sign-ins by reason.",
          {
            replays: `sum(${rate("idempotent_replays_total")})`,
            "sign-ins: {{reason}}": `sum by (reason) (${rate("sign_in_failures_total")})`,
          },
        ),
        panel.rates(
          "Mails",
          "Attempts to send one. `failed` is retried; `given_up` was refused permanently or too late; `held_back` waits for the next hour, `address_limited` too, as its address got many.",
          each("outcome", "mails_total"),
        ),
        panel.rates(
          "Telegram messages",
          "Attempts to send one. `failed` is retried; `postponed` by Telegram; `blocked` ended the link.",
          each("outcome", "telegram_messages_total"),
        ),
        panel.counts("Mails waiting", "Due, or waiting for their next attempt.", {
          waiting: "max(mails_waiting)",
        }),
        panel.seconds(
          "Oldest due mail",
          "Time since it became due.",
          { age: `(time() - min(mail_oldest_due_timestamp_seconds)) or vector(0)` },
          { min: 0, limits: { warn: 60, bad: 600 } },
        ),
        panel.lines("bytes")("Largest tables", "With their indexes. A disk that fills stops every call.", {
          "{{table}}": "topk(8, max by (table) (database_table_bytes))",
        }),
        panel.lines("Bps")("Log of the database", "Bytes a second that PostgreSQL writes to its log (WAL).", {
          written: "max(rate(database_wal_bytes[$__rate_interval]))",
        }),
        panel.rates(
          "Rate limits counted per process",
          "Redis was unavailable, so each process counted separately.",
          each("limiter", "rate_limit_insured_total"),
        ),
      ],
    },
  ],
};
