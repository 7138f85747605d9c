// A merchant's program that uses the generated types. A wrong name, missing field or unknown code does not compile.
import createClient from "openapi-fetch";

/** @import { paths as CheckoutPaths } from "./.generated/checkout.d.ts" */
/** @import { paths } from "./.generated/verification.d.ts" */

const [url = "", apiKey = "", checkoutKey = "", reference = ""] = process.argv.slice(2);

/** @type {import("openapi-fetch").Client<paths>} */
const receipts = createClient({ baseUrl: url, headers: { "x-api-key": apiKey } });

const submission = await receipts.POST("/api/verify", {
  params: { query: { waitMs: 10_000 } },
  body: { bank: "telebirr", reference, expect: { amount: "1000000.00", maxAgeMinutes: 525_600 } },
});
if (submission.response.status !== 200 || submission.data === undefined)
  throw new Error("no verdict in time");
const { requestId } = submission.data;
const [result] = submission.data.data;

const { data: status } = await receipts.GET("/api/verify/{requestId}", { params: { path: { requestId } } });
const { data: history } = await receipts.GET("/api/verify/history", {
  params: { query: { bank: "telebirr", status: "success", limit: 10 } },
});

const { data: told } = await receipts.GET("/api/events", {
  params: { query: { subject: requestId, type: "verification.*" } },
});
const listenTwice = async () =>
  (
    await receipts.POST("/api/webhook-listeners", {
      params: { header: { "Idempotency-Key": "listener-1" } },
      body: {},
    })
  ).data?.data;
const listeners = [await listenTwice(), await listenTwice()];

/** @type {import("openapi-fetch").Client<paths>} */
const stranger = createClient({ baseUrl: url, headers: { "x-api-key": "rvk_unknown" } });
const refused = await stranger.GET("/api/credits/balance");
const invalid = await receipts.POST("/api/verify", {
  body: { bank: "cbe", reference: "FT26061AB12C", suffix: "1" },
});
/** @type {import("openapi-fetch").Client<CheckoutPaths>} */
const checkout = createClient({
  baseUrl: url,
  headers: { authorization: `Bearer ${checkoutKey}` },
});
/** @param {string} amount */
const depositOf = (amount) =>
  checkout.POST("/v1/deposits", {
    params: { header: { "Idempotency-Key": "order-1042", "Service-Checkout-Version": "2026-06-01" } },
    body: { amount, currency: "ETB", reference: "order-1042", expiresInMinutes: 60 },
  });
const made = await depositOf("1250.00");
const again = await depositOf("1250.00");
const conflict = await depositOf("1300.00");
const deposit = made.data?.data;
const canceled = await checkout.POST("/v1/deposits/{id}/cancel", {
  params: { header: { "Idempotency-Key": "order-1042-canceled" }, path: { id: deposit?.id ?? "" } },
  body: {},
});

process.stdout.write(
  JSON.stringify({
    submitted: {
      status: result?.status,
      verified: submission.data.verification.verified,
      reference: result?.referenceNumber,
      decision: result?.decision,
      reasons: result?.decisionReasons,
      proof: result?.settlementAccountMatch.proof,
    },
    read: {
      processingStatus: status?.data.processingStatus,
      sameRequest: status?.data.requestId === requestId,
    },
    listed: { total: history?.meta.total, banks: history?.data.map(({ bank }) => bank) },
    told: {
      types: told?.data.map(({ type }) => type),
      sameRequest: told?.data[0]?.payload?.["requestId"] === requestId,
    },
    repeated: { sameListener: listeners[0]?.id === listeners[1]?.id },
    refused: { http: refused.response.status, code: refused.error?.error.code },
    invalid: {
      http: invalid.response.status,
      code: invalid.error?.error.code,
      hasDetails: (invalid.error?.error.details ?? []).length > 0,
    },
    deposit: {
      http: made.response.status,
      status: deposit?.status,
      amount: deposit?.amount,
      banks: deposit?.paymentOptions.map(({ bank }) => bank),
    },
    replayed: { http: again.response.status, sameDeposit: again.data?.data.id === deposit?.id },
    conflict: { http: conflict.response.status, code: conflict.error?.error.code },
    canceled: { http: canceled.response.status, status: canceled.data?.data.status },
  }),
);
