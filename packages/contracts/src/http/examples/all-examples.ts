import { uptimeDays } from "../uptime-routes.ts";
import { checkoutExamples } from "./checkout-examples.ts";
import { ids, times } from "./example-values.ts";
import { type OperationExamples, only } from "./operation-examples.ts";
import { verificationExamples } from "./verification-examples.ts";
import { webhookExamples } from "./webhook-examples.ts";

const dueNow = { state: "pending", nextAttemptAt: times.later, finishedAt: null };
const unused = { requestCount: 0, lastUsedAt: null };
const waiting = { waiting: 50, success: 0, notFound: 0, accept: 0, reject: 0 };
const dependencies = { postgresql: { state: "up" }, bus: { state: "up" }, fastStore: { state: "up" } };
const DAY_MS = 86_400_000;
const days = Array.from({ length: uptimeDays }, (_, day) => ({
  date: new Date(Date.parse("2025-12-03") + day * DAY_MS).toISOString().slice(0, "2025-12-03".length),
  availability: day === 80 ? 0.9712 : 1,
}));
const history = { responses: { 200: { data: { banks: { days } } } } };
const text = (value: string) => ({ responses: { 200: only(value) } });

/** By `operationId`: what the fields' own examples do not show. */
export const operationExamples: Readonly<Record<string, OperationExamples>> = {
  ...verificationExamples,
  ...checkoutExamples,
  createBatch: {
    body: only({
      label: "Monday evening",
      items: [
        { reference: "DC21QK2M41", expect: { amount: "1250.00" }, label: "order-1042" },
        { bank: "cbe", reference: "FT26061AB12C", suffix: "12345678" },
      ],
    }),
    responses: { 202: { data: { status: "running", counts: waiting, completedAt: null } } },
  },
  cancelBatch: {
    responses: {
      200: {
        data: {
          status: "canceled",
          canceledAt: times.ended,
          counts: { ...waiting, waiting: 0, success: 12, accept: 12, canceled: 38 },
        },
      },
    },
  },
  exportBatch: text(
    `position,label,state,requestId,bank,reference,status,decision\r\n1,order-1042,ended,${ids.request},telebirr,DC21QK2M41,success,accept\r\n`,
  ),
  streamBatch: text(
    `event: progress\ndata: {"id":"${ids.batch}","status":"running","total":50}\n\nevent: done\ndata: {"id":"${ids.batch}"}\n\n`,
  ),
  exportPayments: text(
    `id,createdAt,verifiedAt,paidAt,amount,currency,senderName\r\n${ids.request},${times.asked},${times.ended},${times.paid},1250.00,ETB,Abebe Kebede\r\n`,
  ),
  createReconciliation: {
    responses: {
      202: {
        data: { status: "pending", layout: null, period: null, sums: null, warnings: [], completedAt: null },
      },
    },
  },
  exportReconciledLines: text(
    "class,note,row,reference,amount\r\ndiffering,other_amount,17,DC21QK2M41,500.00\r\n",
  ),
  testWebhookEndpoint: {
    responses: {
      202: {
        data: {
          ...dueNow,
          type: "webhook.test",
          subject: null,
          test: true,
          attemptCount: 0,
          lastStatusCode: null,
        },
      },
    },
  },
  getWebhookDelivery: {
    responses: { 200: { data: { payload: JSON.stringify(webhookExamples["verification.completed"]) } } },
  },
  redeliverWebhook: { responses: { 202: { data: dueNow } } },
  redeliver: { responses: { 202: { data: dueNow } } },
  streamWebhookListener: text(
    `event: webhook\ndata: {"id":"${ids.delivery}","type":"deposit.created","attempt":1,"headers":{"content-type":"application/json"},"body":"{}"}\n\n`,
  ),
  createWebhookSecret: {
    body: {
      rotation: { summary: "The old secret keeps signing for an hour", value: { gracePeriodSeconds: 3_600 } },
      default: { summary: "The old secret, if any, keeps signing for a day", value: {} },
    },
  },
  createApiKey: { responses: { 201: { data: { apiKey: unused } } } },
  createCheckoutKey: { responses: { 201: { data: { checkoutKey: unused } } } },
  exportAccount: { responses: { 200: only({ users: [{ id: ids.user, email: "sara@example.com" }] }) } },
  createTill: {
    responses: {
      201: { data: { till: { codeExpiresAt: times.later, enrolledAt: null, lastSeenAt: null } } },
    },
  },
  verifyAtTill: {
    body: only({ reference: "DC21QK2M41", amount: "1250.00" }),
    responses: {
      202: {
        data: {
          processingStatus: "queued",
          status: "pending",
          decision: null,
          amount: null,
          senderName: null,
          timestamp: null,
        },
      },
    },
  },
  readFileAtTill: { body: only({ file: "(the bytes of receipt.jpg)" }) },
  streamShiftPayment: text(
    `id: 3\nevent: status\ndata: {"requestId":"${ids.request}","processingStatus":"completed","status":"success","verified":true,"decision":"accept","decisionReasons":[]}\n\n` +
      `id: 4\nevent: done\ndata: {"requestId":"${ids.request}","reason":"terminal"}\n\n`,
  ),
  getReadiness: {
    responses: {
      200: only({ status: "ready", dependencies }),
      503: only({
        status: "not_ready",
        dependencies: { ...dependencies, postgresql: { state: "down", detail: "connect ECONNREFUSED" } },
      }),
    },
  },
  getUptimeHistory: history,
  getPublicUptimeHistory: history,
  getPrometheusMetrics: text('http_requests_total{method="POST",route="/api/verify",code="202"} 1824\n'),
};
