import { createHash, randomUUID } from "node:crypto";
import express from "express";
import helmet from "helmet";
import { Kafka, Partitioners } from "kafkajs";
import pg from "pg";

/** Nine statements an accept: begin, seven, commit. Then one send. */
const env = process.env;
const pool = new pg.Pool({ connectionString: env["DATABASE_URL"], max: 20 });
const kafka = new Kafka({ clientId: "naive", brokers: (env["KAFKA_BROKERS"] ?? "").split(","), logLevel: 0 });
const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
await producer.connect();

const app = express();
app.use(helmet());
app.use(express.json());
app.post("/api/verify", async (request, response) => {
  const { bank, reference, suffix } = request.body;
  const key = createHash("sha256").update(String(request.headers["x-api-key"])).digest("hex");
  const id = randomUUID();
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows: keys } = await client.query(
      "select user_id from naive_keys where key_hash = $1 and revoked_at is null",
      [key],
    );
    if (keys.length === 0) throw new Error("no such key");
    const userId = keys[0].user_id;
    const idempotencyKey = String(request.headers["idempotency-key"] ?? id);
    await client.query("select request_id from naive_idempotency where user_id = $1 and key = $2", [
      userId,
      idempotencyKey,
    ]);
    const { rows: accounts } = await client.query(
      "select balance from naive_accounts where user_id = $1 for update",
      [userId],
    );
    if (Number(accounts[0].balance) < 1) throw new Error("no credit");
    await client.query("update naive_accounts set balance = balance - 1 where user_id = $1", [userId]);
    await client.query("insert into naive_ledger (user_id, delta, request_id) values ($1, -1, $2)", [
      userId,
      id,
    ]);
    await client.query(
      "insert into naive_requests (id, user_id, bank, reference, suffix, status) values ($1, $2, $3, $4, $5, 'queued')",
      [id, userId, bank, reference, suffix],
    );
    await client.query("insert into naive_idempotency (user_id, key, request_id) values ($1, $2, $3)", [
      userId,
      idempotencyKey,
      id,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    response.status(500).json({ error: String(error) });
    return;
  } finally {
    client.release();
  }
  await producer.send({
    topic: `${env["NAIVE_PREFIX"]}naive.requested`,
    acks: -1,
    messages: [{ key: id, value: JSON.stringify({ id, bank, reference, suffix }) }],
  });
  response.status(202).json({ success: true, requestId: id });
});
const server = app.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`port ${typeof address === "object" ? address?.port : address}\n`);
});
