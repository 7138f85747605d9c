import { createHmac } from "node:crypto";
import { Agent } from "node:http";
import axios from "axios";
import pg from "pg";

/**
 * The simple implementation: 64 loops that lease a row, post it with axios over kept-alive connections, and record it.
 */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
const http = axios.create({ httpAgent: new Agent({ keepAlive: true }), timeout: 30_000 });

async function deliverOne(): Promise<boolean> {
  const { rows } = await pool.query(
    `update webhook_deliveries set leased_until = now() + interval '40 seconds'
      where id = (select id from webhook_deliveries
                   where state = 'pending' and next_attempt_at <= now() and (leased_until is null or leased_until < now())
                   order by next_attempt_at limit 1 for update skip locked)
     returning id, url, payload`,
  );
  const [row] = rows;
  if (row === undefined) return false;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac("sha256", "whsec_twin").update(`${timestamp}.${row.payload}`).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-webhook-delivery-id": row.id,
    "x-webhook-timestamp": timestamp,
    "x-webhook-signature": `sha256=${signature}`,
  };
  const { status } = await http.post(row.url, row.payload, { headers });
  await pool.query("update webhook_deliveries set state = 'delivered', finished_at = now() where id = $1", [
    row.id,
  ]);
  await pool.query(
    "insert into webhook_attempts (delivery_id, attempt, status_code, total_ms) values ($1, 1, $2, 0)",
    [row.id, status],
  );
  return true;
}

/** Any message of the parent starts on the backlog; the loops end when it is empty, so that other sides can run. */
process.on("message", () => {
  for (let loop = 0; loop < 64; loop += 1) {
    void (async () => {
      while (await deliverOne());
    })();
  }
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
