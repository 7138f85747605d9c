import { apiErrors, batchItemSchema } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { eraseRequests, eraseSkippedLines } from "../../../gateway/src/retention/erase-statements.ts";
import { setDefaultWebhook } from "../default-webhook.ts";
import { openLinks } from "../mail-links.ts";
import { receiver, useReceiver } from "../receiver.ts";
import { openShop, type Shop } from "../shop.ts";
import { signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
useSystem({ verifiers: ["telebirr"] });
useReceiver();
beforeEach(async () => {
  account = await system.account();
  await setDefaultWebhook(system.database.pool, account.userId, receiver.url);
});

const people = {
  receiverAccount: "0911223344",
  receiverName: "Canary Receiver",
  senderName: "Canary Sender",
};

/** Pays and verifies, and waits for the webhook. Returns the request's id and its body. */
async function verified() {
  const paid = await system.pay({ bank: "telebirr", amount: "250.00", ...people });
  const body = { bank: "telebirr", reference: paid.referenceNumber, settlementAccount: "0911223344" };
  const response = await system.verify(account, body, { waitMs: 15_000 }).expect(200);
  expect(response.body.data[0]).toMatchObject({ senderName: "Canary Sender", verified: true });
  await until(async () => {
    const rows = await system.sql(
      "select state from webhook_deliveries where verification_id = $1",
      response.body.requestId,
    );
    return rows[0]?.state === "delivered";
  });
  return { id: response.body.requestId as string, body };
}

/** Moves a request into the past. */
async function grow(id: string, days: number): Promise<void> {
  await system.sql(
    `update verification_requests set created_at = created_at - make_interval(days => $2),
            completed_at = completed_at - make_interval(days => $2) where id = $1`,
    id,
    days,
  );
}

const count = async (condition: string): Promise<number> => {
  const rows = await system.sql(
    `select count(*)::int as n from verification_requests where user_id = $1 and (${condition})`,
    account.userId,
  );
  return rows[0]?.n;
};

const status = (id: string) => system.call("get", `/api/verify/${id}`, account);

describe("a request older than the retention", () => {
  it("loses its personal data but stays readable, and its receipt still counts as confirmed", async () => {
    const old = await verified();
    const young = await verified();
    await grow(old.id, 401);
    await grow(young.id, 399);
    const before = (await status(old.id).expect(200)).body.data;
    await system.startGateway();
    await until(async () => (await count("erased_at is not null")) === 1);

    const { body } = await status(old.id).query({ debug: "true" }).expect(200);
    const unknown = { senderName: null, receiverName: null, receiverAccount: null, referenceNumber: null };
    const {
      receiverAccount: _r,
      matchedSettlementAccount: _m,
      ...match
    } = before.result.settlementAccountMatch;
    expect(body.data).toEqual({
      ...before,
      result: { ...before.result, ...unknown, settlementAccountMatch: match },
    });
    expect((await status(young.id)).body.data.result.senderName).toBe("Canary Sender");
    const history = await system.call("get", "/api/verify/history", account).expect(200);
    expect(history.body.meta.total).toBe(2);

    const rows = await system.sql(
      `select v::text || d::text as text from verification_requests v
         join webhook_deliveries d on d.verification_id = v.id where v.id = $1`,
      old.id,
    );
    for (const erased of ["Canary", "0911223344", "251911", old.body.reference]) {
      expect(rows[0].text).not.toContain(erased);
    }
    expect(rows[0].text).toContain("250.00");

    const again = await system.verify(account, old.body, {
      waitMs: 15_000,
      headers: { "cache-control": "no-cache" },
    });
    expect(again.body.data[0].confirmationHistory).toMatchObject({
      isFirstConfirmation: false,
      confirmedBefore: true,
      confirmationCount: 2,
    });
  });

  it("is erased from the lines that a list did not verify, but for the code of each error", async () => {
    const items = [
      { bank: "nobank", reference: "Canary Reference" },
      { reference: "A Deposit from Canary Sender. Thank you for banking with Siket Bank." },
      { bank: "telebirr", reference: "DJ57QK2M41" },
    ];
    const { body } = await system
      .call("post", "/api/verify/batch", account)
      .send({ items, onInvalid: "skip" })
      .expect(202);
    const { id } = body.data;
    const list = () => system.call("get", `/api/batches/${id}/items?state=invalid`, account).expect(200);
    const batches = "select from verification_batches where completed_at is not null and id = $1";
    await until(async () => (await system.sql(batches, id)).length === 1);
    expect((await list()).text).toContain("Canary");
    await system.sql(
      "update verification_batches set completed_at = now() - interval '401 days' where id = $1",
      id,
    );
    expect(await eraseSkippedLines(system.database.pool, { days: 400, limit: 10 })).toBe(2);
    expect(await eraseSkippedLines(system.database.pool, { days: 400, limit: 10 })).toBe(0);
    const { data } = (await list()).body;
    expect(data).toMatchObject([
      { reference: null, error: { code: "unsupported_bank", message: apiErrors.unsupported_bank.title } },
      { reference: null, error: { code: "unsupported_bank" } },
    ]);
    for (const item of data) expect(batchItemSchema.parse(item)).toEqual(item);
  });

  it("is erased once among many, by several processes", async () => {
    const { id } = await verified();
    await grow(id, 500);
    await system.sql(
      `insert into verification_requests
       select (jsonb_populate_record(v, jsonb_build_object('id', 'ver_copy' || n))).*
         from verification_requests v, generate_series(1, 1300) n where v.id = $1`,
      id,
    );
    await Promise.all([system.startGateway(), system.startGateway(), system.startGateway()]);
    await until(async () => (await count("erased_at is not null")) === 1_301);
    expect(await count("reference is not null or receipt_key is not null")).toBe(0);
  });

  it("is erased while the state of its webhook changes", async () => {
    const { id } = await verified();
    await grow(id, 500);
    const other = await system.database.pool.connect();
    try {
      await other.query("begin");
      await other.query("update webhook_deliveries set next_attempt_at = now() where verification_id = $1", [
        id,
      ]);
      const erased = eraseRequests(system.database.pool, { which: "id = $1", values: [id], limit: 10 });
      await until(async () => {
        const waiting = await system.sql(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return waiting.length > 0;
      });
      await other.query("commit");
      expect(await erased).toBe(1);
    } finally {
      other.release();
    }
    const [left] = await system.sql(
      `select count(*) filter (where response_excerpt is not null) as excerpts, count(*) as attempts
         from webhook_attempts where delivery_id in (select id from webhook_deliveries where verification_id = $1)`,
      id,
    );
    expect(left).toMatchObject({ excerpts: 0, attempts: expect.any(Number) });
  });

  it("is not erased while it is unfinished", async () => {
    await system.sql(
      `insert into verification_requests (id, user_id, bank, reference, receipt_key, cache_status, processing_status,
         status, requeue_after, deadline_at, http_request_id, created_at)
       values ('ver_unfinished', $1, 'cbe', 'FT1', 'k', 'MISS', 'queued', 'pending', now() + interval '1 day',
         now() + interval '1 day', 'r', now() - interval '500 days')`,
      account.userId,
    );
    const { id } = await verified();
    await grow(id, 500);
    await system.startGateway();
    await until(async () => (await count("erased_at is not null")) === 1);
    expect(await count("reference = 'FT1'")).toBe(1);
  });
});

describe("other old data", () => {
  it("is deleted too: payloads of account webhooks, sessions, invitations, unconfirmed registrations", async () => {
    const person = await signIn(system, account);
    const draft = { bank: "cbe", accountNumber: "1000412270936", accountName: "Canary Account" };
    await person("post", "/api/bank-accounts").send(draft).expect(201);
    await system.sql("update webhook_deliveries set created_at = created_at - interval '401 days'");
    await system.sql(
      `insert into sessions (id, user_id, expires_at) values ('ses_old', $1, now() - interval '31 days'),
         ('ses_ended', $1, now() - interval '29 days')`,
      account.userId,
    );
    await system.sql(`insert into invitations (id, email, token_hash, expires_at)
       values ('inv_old', 'canary@example.test', sha256('t'), now() - interval '31 days')`);
    await openLinks(system, account.userId);
    for (const table of ["pending_registrations", "password_resets"])
      await system.sql(`update ${table} set expires_at = now() - interval '1 second'`);
    const { confirmToken } = await openLinks(system, account.userId);
    await system.startGateway();
    await until(async () => {
      const rows = await system.sql(
        "select (select count(*)::int from pending_registrations) as registrations, (select count(*)::int from password_resets) as resets",
      );
      return rows[0].registrations === 1 && rows[0].resets === 1;
    });
    await system.call("post", "/api/auth/confirm").send({ token: confirmToken }).expect(200);
    await until(async () => {
      const rows = await system.sql(
        "select payload from webhook_deliveries where user_id = $1 and erased_at is not null",
        account.userId,
      );
      return rows.length === 1 && !rows[0].payload.includes("Canary") && !rows[0].payload.includes("0936");
    });
    await until(async () => {
      const rows = await system.sql(
        "select id from sessions where id in ('ses_old', 'ses_ended') union select id from invitations",
      );
      return rows.length === 1 && rows[0].id === "ses_ended";
    });
  });
});

describe("a deposit that ended before the retention period", () => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await openShop(system);
  });

  const customer = { name: "Canary Customer", email: "canary@example.test", phone: "+251911998877" };
  const make = (draft: object = {}) => shop.deposit({ reference: "canary-order", customer, ...draft });

  const ends: Record<string, () => Promise<string>> = {
    confirmed: async () => {
      const { id } = await make({ allowPartial: true });
      for (const amount of ["1000.00", "250.00"]) {
        await shop.submitAndSettle(id, await shop.pay({ amount, senderName: "Canary Payer" }));
      }
      expect(await shop.read(id)).toMatchObject({ status: "confirmed" });
      return id;
    },
    canceled: async () => {
      const { id } = await make();
      await shop.cancel(id).expect(200);
      return id;
    },
    expired: async () => (await make()).id,
  };

  /** Moves a deposit's whole life into the past. */
  async function livedDaysAgo(id: string, days: number): Promise<void> {
    await system.sql(
      `update deposits set created_at = created_at - a.ge, expires_at = expires_at - a.ge,
              confirmed_at = confirmed_at - a.ge, canceled_at = canceled_at - a.ge
         from (select make_interval(days => $2) as ge) a where id = $1`,
      id,
      days,
    );
  }

  /** Waits for the expiry sweep: the eraser skips rows that the sweep has locked. */
  async function untilEnded(ids: readonly string[], end: string): Promise<void> {
    await until(async () => {
      const rows = await system.sql("select from deposits where id = any($1) and status = $2", ids, end);
      return rows.length === ids.length;
    });
  }

  const textOf = async (id: string): Promise<string> => {
    const rows = await system.sql<{ text: string }>(
      `select d::text || (select string_agg(e::text, '') from deposit_events e where e.deposit_id = d.id)
                      || coalesce((select string_agg(p::text, '') from deposit_parts p where p.deposit_id = d.id), '') as text
         from deposits d where d.id = $1`,
      id,
    );
    return rows[0]?.text ?? "";
  };

  it.each([
    ["confirmed", 401, 399],
    ["canceled", 401, 399],
    // A late receipt is accepted for seven days after expiry, and has its own 400 days.
    ["expired", 408, 406],
  ])("loses its customer and payer when %s: after %i days, not after %i", async (end, old, young) => {
    const [erased = "", kept = ""] = [await ends[end]?.(), await ends[end]?.()];
    await livedDaysAgo(erased, old);
    await livedDaysAgo(kept, young);
    await untilEnded([erased, kept], end);
    await system.startGateway();
    await until(async () => !/canary|998877/i.test(await textOf(erased)));
    expect(await textOf(kept)).toContain("Canary Customer");
    expect(await shop.read(erased)).toMatchObject({
      id: erased,
      status: end,
      amount: "1250.00",
      customer: null,
    });
  });

  it("loses the note of the person who decided, also in the audit log", async () => {
    const { id } = await make();
    const owner = await signIn(system, shop.account);
    const note = "Canary brought the money himself";
    await owner("post", `/api/deposits/${id}/resolve`).send({ decision: "accept", note }).expect(200);
    const decided = async () => {
      const { body } = await owner("get", "/api/audit?action=deposit.resolved").expect(200);
      return body.data[0].after;
    };
    expect(await decided()).toEqual({ decision: "accept", note, verificationRequestId: null });
    await livedDaysAgo(id, 401);
    await system.startGateway();
    await until(async () => !/canary/i.test(await textOf(id)));
    expect(await decided()).toEqual({ decision: "accept", verificationRequestId: null });
  });

  it("is not erased while a receipt is in verification, which will name its payer", async () => {
    const [tried, erased] = [(await make()).id, (await make()).id];
    await system.sql(
      `insert into deposit_submissions (verification_id, deposit_id, user_id, bank, reference, http_request_id, traceparent, poll_after)
       values ('ver_tried', $1, $2, 'telebirr', 'DC25MN8R1T', 'r', '', now() + interval '1 day')`,
      tried,
      shop.account.userId,
    );
    await livedDaysAgo(tried, 500);
    await livedDaysAgo(erased, 450);
    await untilEnded([erased], "expired");
    await system.startGateway();
    await until(async () => !/canary/i.test(await textOf(erased)));
    expect(await textOf(tried)).toContain("Canary Customer");
  });
});
