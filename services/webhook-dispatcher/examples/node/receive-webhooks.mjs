// Receives webhooks: WEBHOOK_SECRET=whsec_… PORT=3000 WEBHOOK_INBOX=webhooks node receive-webhooks.mjs
// Node.js 20.10 or newer, no packages.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const secret = process.env.WEBHOOK_SECRET ?? "";
const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
if (key.length < 16) throw new Error("WEBHOOK_SECRET is not set");

const toleranceSeconds = 300;
const maxBodyBytes = 256 * 1024;

/** Checks that the sender knows our secret and signed exactly this body, within the last 5 minutes. */
function isGenuine(headers, rawBody) {
  const { "webhook-id": id = "", "webhook-timestamp": timestamp = "" } = headers;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds) return false;
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(rawBody).digest();
  // Two signatures while a secret is being rotated; one match is enough.
  const signatures = String(headers["webhook-signature"] ?? "").split(" ");
  return signatures.some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
    return (
      signature.startsWith("v1,") && given.length === expected.length && timingSafeEqual(given, expected)
    );
  });
}

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

const server = createServer((request, response) => {
  const chunks = [];
  let bytes = 0;
  request.on("data", (chunk) => {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
    else response.writeHead(413, { connection: "close" }).end();
  });
  request.on("end", () => {
    if (response.headersSent) return;
    // The raw bytes: parsing and serializing JSON changes them.
    const rawBody = Buffer.concat(chunks);
    if (request.method !== "POST" || !isGenuine(request.headers, rawBody)) {
      response.writeHead(401).end();
      return;
    }
    try {
      store(rawBody.toString("utf8"));
      response.writeHead(204).end();
    } catch (error) {
      console.error(error);
      response.writeHead(500).end(); // It is sent again.
    }
  });
});
server.listen(Number(process.env.PORT ?? 3_000), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
