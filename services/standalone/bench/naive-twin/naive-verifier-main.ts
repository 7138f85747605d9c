import axios from "axios";
import { Kafka, Partitioners } from "kafkajs";
import pg from "pg";

/** One message at a time per partition, one statement per step, one send per message. */
const env = process.env;
const prefix = env["NAIVE_PREFIX"] ?? "";
const pool = new pg.Pool({ connectionString: env["DATABASE_URL"], max: 10 });
const kafka = new Kafka({ clientId: "naive", brokers: (env["KAFKA_BROKERS"] ?? "").split(","), logLevel: 0 });
const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
const consumer = kafka.consumer({ groupId: `${prefix}naive-verifier` });
await producer.connect();
await consumer.connect();
await consumer.subscribe({ topic: `${prefix}naive.requested`, fromBeginning: true });
await consumer.run({
  partitionsConsumedConcurrently: Number(env["NAIVE_IN_WORK"]),
  eachMessage: async ({ message }) => {
    const { id } = JSON.parse(String(message.value));
    await pool.query(
      "update naive_requests set status = 'running', started_at = now() where id = $1 and status = 'queued'",
      [id],
    );
    const { rows } = await pool.query("select * from naive_requests where id = $1", [id]);
    const { user_id: userId, bank, reference, suffix } = rows[0];
    const { data } = await axios.get(
      `${env["BANK_URL"]}/api/onlineSlip/getDetails/?id=${reference}${suffix}`,
      { headers: { "User-Agent": "Mozilla/5.0", Accept: "application/json" } },
    );
    const slip = data.body[0];
    const result = {
      referenceNumber: slip["Transaction Reference"],
      amount: Number(slip["Transferred Amount"].replaceAll(",", "")),
      senderName: slip["Payer's Name"],
      receiverName: slip["Receiver's Name"],
      receiverAccount: slip["Receiver's Account"],
      timestamp: slip["Transaction Date"],
    };
    const { rows: accounts } = await pool.query(
      "select number from naive_settlement_accounts where user_id = $1 and bank = $2",
      [userId, bank],
    );
    const matched = accounts.some(({ number }) => number.endsWith(result.receiverAccount.slice(-2)));
    await pool.query(
      `insert into naive_confirmations (user_id, bank, reference, count) values ($1, $2, $3, 1)
       on conflict (user_id, bank, reference) do update set count = naive_confirmations.count + 1`,
      [userId, bank, reference],
    );
    await pool.query(
      "update naive_requests set status = 'success', result = $2, completed_at = now() where id = $1",
      [id, JSON.stringify({ ...result, matched })],
    );
    await pool.query("insert into naive_audit (request_id, event) values ($1, 'completed')", [id]);
    await producer.send({
      topic: `${prefix}naive.finished`,
      acks: -1,
      messages: [{ key: id, value: JSON.stringify({ id }) }],
    });
  },
});
process.stdout.write("ready 0\n");
