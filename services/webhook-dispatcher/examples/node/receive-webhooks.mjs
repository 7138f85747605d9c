// Receives webhooks: WEBHOOK_SECRET=whsec_… PORT=3000 node receive-webhooks.mjs
// Node.js 20 or newer, no packages.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

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

/** In your shop: a table with a unique column, written in the same transaction as the webhook's effects. */
const seen = new Set();

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
    const id = request.headers["webhook-id"];
    if (!seen.has(id)) {
      const { event, type } = JSON.parse(rawBody.toString("utf8")); // deposit events have a type
      console.log(`handled ${id} ${event ?? type}`); // queue slow work, then respond
      seen.add(id); // only now: a failed delivery must be sent again
    }
    response.writeHead(204).end();
  });
});
server.listen(Number(process.env.PORT ?? 3_000), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
