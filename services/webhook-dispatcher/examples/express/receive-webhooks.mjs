// Receives webhooks: WEBHOOK_SECRET=whsec_… PORT=3000 WEBHOOK_INBOX=webhooks node receive-webhooks.mjs
// Node.js 20.10 or newer. npm install express standardwebhooks
import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import express from "express";
import { Webhook, WebhookVerificationError } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? "");

/** Work for later, by event type. Events can overtake each other: a job reads the present state from the API. */
const jobs = new Map([
  ["verification.completed", "use_decision"],
  ["verification.resolved", "use_decision"],
  ["batch.completed", "fetch_results"],
  ["deposit.created", "show_progress"],
  ["deposit.receipt_submitted", "show_progress"],
  ["deposit.receipt_rejected", "show_progress"],
  ["deposit.partially_paid", "show_progress"],
  ["deposit.review_required", "review_receipt"],
  ["deposit.confirmed", "deliver_order"],
  ["deposit.expired", "cancel_order"],
  ["deposit.canceled", "cancel_order"],
  ["deposit.late_receipt", "review_receipt"],
  ["bank_account.created", "warn_owner"],
  ["bank_account.updated", "warn_owner"],
  ["bank_account.deleted", "warn_owner"],
  ["profile.updated", "warn_owner"],
  ["account.registration_attempted", "warn_owner"],
  ["credits.low", "buy_credits"],
]);

const inbox = process.env.WEBHOOK_INBOX ?? "webhooks";
mkdirSync(inbox, { recursive: true });

/**
 * Stores the event with its job, once: the file of its id is there as a whole or not at all. Events of other types are
 * kept without a job.
 */
function store(rawBody) {
  const { id, type, test } = JSON.parse(rawBody);
  // A test has "test": true: nothing has happened, so no order is delivered.
  const job = test ? undefined : jobs.get(type);
  const written = join(inbox, `.${randomUUID()}`);
  try {
    writeFileSync(written, JSON.stringify({ id, type, job, body: rawBody }), { flush: true });
    linkSync(written, join(inbox, `${encodeURIComponent(id)}.json`)); // Fails if it exists.
    console.log(`handled ${id} ${type}`);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    console.log(`repeated ${id} ${type}`);
  } finally {
    rmSync(written, { force: true });
  }
}

const app = express();

// The raw bytes: `express.json()` would parse them, and serializing JSON again changes them.
app.post("/webhooks", express.raw({ type: "*/*", limit: "256kb" }), (request, response) => {
  webhook.verify(request.body, request.headers, { jsonParse: false });
  store(request.body.toString("utf8"));
  response.sendStatus(204);
});

// An error of the database is a 500: the webhook is sent again.
app.use((error, _request, response, _next) => {
  console.error(error.message);
  response.sendStatus(error instanceof WebhookVerificationError ? 401 : (error.status ?? 500));
});

const server = app.listen(Number(process.env.PORT ?? 3_000), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
