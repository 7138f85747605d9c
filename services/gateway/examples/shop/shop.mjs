// A shop that accepts bank transfers. Run it, and open http://localhost:3000:
//   CHECKOUT_KEY=sck_… WEBHOOK_SECRET=whsec_… node shop.mjs
// Requires Node.js 20 or newer and no packages. API_URL defaults to http://localhost:8080. Without a WEBHOOK_SECRET the
// shop polls the events.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

const api = process.env.API_URL ?? "http://localhost:8080";
const checkoutKey = process.env.CHECKOUT_KEY ?? "";
if (checkoutKey === "") throw new Error("CHECKOUT_KEY is not set");
const webhookSecret = process.env.WEBHOOK_SECRET ?? "";
const hasWebhooks = webhookSecret !== "";

/** Use a table in your shop. Each order is marked as paid once, however many events arrive. */
const orders = new Map();

/** The key stays on the server: neither the page nor the payer's browser sees it. */
async function send(method, path, { body, idempotencyKey }) {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${checkoutKey}`,
      "service-checkout-version": "2026-06-01",
      ...(body && { "content-type": "application/json" }),
      ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const { data, error, meta } = await response.json();
  if (error === null) return { data };
  const isPassing = response.status >= 429 || error.code === "idempotency_in_progress";
  return { fault: `${error.code} (${meta.requestId})`, isPassing };
}

/** Without a response the outcome is unknown. The same call with the same key returns the first result. */
async function call(method, path, options = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const { data, fault, isPassing } = await send(method, path, options).catch((error) => ({
      fault: error.message,
      isPassing: true,
    }));
    if (fault === undefined) return data;
    if (!isPassing || attempt === 5) throw new Error(`${method} ${path}: ${fault}`);
    await delay(200 * 2 ** attempt);
  }
}

async function placeOrder(shopUrl) {
  const order = { id: randomUUID(), amount: "1250.00", state: "open", depositId: undefined };
  orders.set(order.id, order);
  const deposit = await call("POST", "/v1/deposits", {
    // The order's id: however often the call is retried, the order has one deposit.
    idempotencyKey: order.id,
    body: {
      amount: order.amount,
      currency: "ETB",
      reference: order.id,
      description: "Two chairs",
      returnUrl: `${shopUrl}/orders/${order.id}`,
      cancelUrl: shopUrl,
      ...(hasWebhooks ? { webhookUrl: `${shopUrl}/webhooks` } : {}),
    },
  });
  order.depositId = deposit.id;
  return deposit.checkoutUrl;
}

/** Handles an event from a webhook or from GET /v1/events. The same event can arrive both ways, and twice. */
function handle(event) {
  const { status, reference, amountReceived } = event.data;
  const order = orders.get(reference);
  if (order === undefined || order.state === "paid") return;
  if (status === "confirmed") {
    order.state = "paid";
    console.log(`paid ${order.id} with ${amountReceived} (${event.type})`); // deliver the chairs
  } else if (status === "review_required") {
    console.log(`review ${order.id}: accept or reject its receipt in the dashboard`);
  } else if (event.type === "deposit.late_receipt") {
    console.log(`late ${order.id}: the money arrived after expiry: decide about the order`);
  } else if (status === "expired" || status === "canceled") {
    order.state = status;
  }
}

let cursor = "";
/** Reads all events since the last call, in order, also after an outage of this shop. Store the cursor in your shop. */
async function readEvents() {
  for (;;) {
    const page = await call("GET", `/v1/events?limit=100${cursor && `&startingAfter=${cursor}`}`);
    for (const event of page.items) handle(event);
    cursor = page.nextCursor ?? cursor;
    if (!page.hasMore) return;
  }
}

/** Standard Webhooks: verifies that the bytes are unchanged, recent and meant for this shop. */
function isGenuine(headers, rawBody) {
  const { "webhook-id": id = "", "webhook-timestamp": timestamp = "" } = headers;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1_000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(webhookSecret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(rawBody).digest();
  return String(headers["webhook-signature"] ?? "")
    .split(" ")
    .map((signature) => Buffer.from(signature.replace(/^v1,/, ""), "base64"))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

async function readBody(request, maxBytes) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error("the body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const page = (response, text) =>
  response
    .writeHead(200, { "content-type": "text/html; charset=utf-8" })
    .end(`<!doctype html><meta name="viewport" content="width=device-width"><title>Chairs</title>${text}`);

/** A returning payer proves nothing: only the service's status counts. */
async function showOrder(response, order) {
  const { status } = await call("GET", `/v1/deposits/${order.depositId}`);
  const text =
    order.state === "paid" || status === "confirmed" ? "Paid. Thank you!" : `Not paid yet: ${status}`;
  page(response, `<p>Order ${order.id}</p><p>${text}</p>`);
}

async function route(request, response, shopUrl) {
  const { pathname } = new URL(request.url, shopUrl);
  const order = orders.get(pathname.split("/")[2]);
  if (request.method === "POST" && pathname === "/webhooks" && hasWebhooks) {
    const rawBody = await readBody(request, 256 * 1024);
    const isOurs = isGenuine(request.headers, rawBody);
    if (isOurs) handle(JSON.parse(rawBody.toString("utf8")));
    response.writeHead(isOurs ? 204 : 401).end();
  } else if (request.method === "POST" && pathname === "/orders") {
    response.writeHead(303, { location: await placeOrder(shopUrl) }).end();
  } else if (request.method === "GET" && pathname.startsWith("/orders/") && order?.depositId !== undefined) {
    await showOrder(response, order);
  } else if (request.method === "GET" && pathname === "/") {
    page(
      response,
      '<p>Two chairs, 1,250 birr</p><form method="post" action="/orders"><button>Buy</button></form>',
    );
  } else {
    response.writeHead(404).end();
  }
}

const server = createServer();
server.listen(Number(process.env.PORT ?? 3_000), "127.0.0.1", async () => {
  const shopUrl = process.env.SHOP_URL ?? `http://localhost:${server.address().port}`;
  server.on("request", (request, response) =>
    route(request, response, shopUrl).catch((error) => {
      console.error(error.message);
      if (!response.headersSent) response.writeHead(502);
      response.end("Something failed. Nothing was paid twice: try again.");
    }),
  );
  console.log(`listening on ${shopUrl}`);
  // With webhooks, catches the lost ones; without, reads all events.
  for (;;) {
    await readEvents().catch((error) => console.error(error.message));
    await delay(hasWebhooks ? 60_000 : 1_000);
  }
});
