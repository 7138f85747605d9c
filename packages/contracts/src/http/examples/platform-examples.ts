import { uptimeDays } from "../uptime-routes.ts";
import { checkoutUrl, ids, publicBase, times } from "./example-values.ts";
import { type OperationExamples, only, page, response, wholeList } from "./operation-examples.ts";

const dependencies = { postgresql: { state: "up" }, bus: { state: "up" }, fastStore: { state: "up" } };

const status = {
  bank: "telebirr",
  name: "telebirr",
  state: "operational",
  since: times.asked,
  relays: { configured: 3, usable: 2 },
};
const unknown = { bank: "zemen", name: "Zemen Bank", state: "unknown", since: null, relays: null };
const availability = { "24h": 1, "7d": 0.9981, "30d": 0.9994, "90d": 0.9996 };
const never = { "24h": null, "7d": null, "30d": null, "90d": null };
const DAY_MS = 86_400_000;
const datesFrom = (first: string) =>
  Array.from({ length: uptimeDays }, (_, day) =>
    new Date(Date.parse(first) + day * DAY_MS).toISOString().slice(0, first.length),
  );
const history = {
  ...status,
  availability,
  days: datesFrom("2025-12-03").map((date, day) => ({ date, availability: day === 80 ? 0.9712 : 1 })),
  incidents: [{ startedAt: "2026-02-21T11:02:00.000Z", endedAt: "2026-02-21T11:31:00.000Z" }],
};
const banks = (...all: readonly object[]) => response({ banks: all }, "Uptime of the banks");

const purchase = {
  id: ids.deposit,
  packageId: "thousand",
  credits: 1_000,
  amount: "500.00",
  currency: "ETB",
  status: "awaiting_payment",
  checkoutUrl,
  createdAt: times.asked,
  expiresAt: times.later,
  creditedAt: null,
};

const body = { bank: "telebirr", reference: "DJ57QK2M41" };
const url = `${publicBase}/api/verify`;

const counts = { total: 120, success: 108, failed: 4, not_found: 6, pending: 2, successRate: 0.9153 };
const period = { from: "2026-03-02T00:00:00.000Z", to: "2026-03-03T00:00:00.000Z" };
const report = { ...period, days: [{ date: "2026-03-02", ...counts }], totals: counts };
const none = { payments: 0, amount: "0.00" };
const decisions = {
  accept: { payments: 108, amount: "64250.50" },
  wait: { payments: 0, amount: "0.00" },
  review: { payments: 2, amount: "1250.00" },
  reject: { payments: 10, amount: "0.00" },
  undecided: none,
};
const payments = { ...period, decisions, banks: [{ bank: "telebirr", decisions }] };
const compared = { current: payments, before: payments };
const metrics = { ...counts, durationMs: { p50: 612, p95: 1_840, p99: 3_020 } };

export const platformExamples = {
  getLiveness: { responses: { 200: only({ status: "live" }) } },
  getReadiness: {
    responses: {
      200: only({ status: "ready", dependencies }),
      503: only({
        status: "not_ready",
        dependencies: { ...dependencies, postgresql: { state: "down", detail: "connect ECONNREFUSED" } },
      }),
    },
  },
  getPrometheusMetrics: {
    responses: {
      200: only('http_requests_total{method="POST",route="/api/verify",code="202"} 1824\n'),
    },
  },
  getOpenApi: { responses: { 200: only({ openapi: "3.1.1" }, "Start of the document") } },
  getUptime: { responses: { 200: banks(status, unknown) } },
  getUptimeOverview: {
    responses: { 200: banks({ ...status, availability }, { ...unknown, availability: never }) },
  },
  getUptimeHistory: { responses: { 200: banks(history) } },
  getPublicUptime: { responses: { 200: banks(status, unknown) } },
  getPublicUptimeHistory: { responses: { 200: banks(history) } },
  getCreditBalance: { responses: { 200: response({ balance: 9_876 }, "Credit balance") } },
  getCreditUsage: {
    responses: {
      200: response(
        {
          days: [{ date: "2026-03-02", bank: "telebirr", debits: 120, refunds: 2, net: 118 }],
          totals: { debits: 120, refunds: 2, net: 118 },
        },
        "Credit usage",
      ),
    },
  },
  listCreditTransactions: {
    responses: {
      200: page(
        {
          id: ids.transaction,
          type: "debit",
          amount: -1,
          balanceAfter: 9_876,
          requestId: ids.request,
          note: null,
          createdAt: times.asked,
        },
        "Credit transactions",
      ),
    },
  },
  listCreditPackages: {
    responses: {
      200: wholeList(
        [{ id: "thousand", credits: 1_000, price: "500.00", currency: "ETB" }],
        "Credit packages",
      ),
    },
  },
  createCreditPurchase: {
    body: only({ packageId: "thousand" }),
    responses: {
      201: response(purchase, "Pay at checkoutUrl: the credits are added when the payment is confirmed"),
    },
  },
  listCreditPurchases: {
    responses: {
      200: page({ ...purchase, status: "confirmed", creditedAt: times.later }, "Credit purchases"),
    },
  },
  listExamples: {
    responses: {
      200: wholeList(
        [
          {
            bank: "telebirr",
            title: "telebirr",
            request: { method: "POST", url, body },
            curl: `curl -X POST '${url}?waitMs=15000' -H 'x-api-key: YOUR_API_KEY' -H 'content-type: application/json' -d '${JSON.stringify(body)}'`,
            sandbox: [
              {
                outcome: "success",
                description: "a genuine receipt of a completed payment",
                body,
                decision: "accept",
              },
              {
                outcome: "notFound",
                description: "the bank knows no such receipt",
                body: { ...body, reference: "DJ57QK2MNF" },
                decision: "reject",
              },
            ],
          },
        ],
        "Examples",
      ),
    },
  },
  getMetrics: {
    responses: {
      200: response(
        { window: "24h", ...period, ...metrics, banks: [{ bank: "telebirr", ...metrics }] },
        "Metrics",
      ),
    },
  },
  getOverviewReport: {
    responses: { 200: response({ ...report, banks: [{ bank: "telebirr", ...counts }] }, "Report") },
  },
  getPaymentReport: {
    responses: {
      200: response(
        {
          timeZone: "Africa/Addis_Ababa",
          calendar: "gregorian",
          ...{ today: compared, week: compared, month: compared },
          days: [{ date: "2026-03-02", decisions }],
          depositsInReview: 2,
        },
        "Payments",
      ),
    },
  },
  getBankReport: { responses: { 200: response({ bank: "telebirr", ...report }, "Report") } },
} satisfies Record<string, OperationExamples>;
