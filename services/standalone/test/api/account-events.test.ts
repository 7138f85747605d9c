import { sampleReferences } from "@receipts/bank-sandbox";
import type { AccountEvent } from "@receipts/contracts";
import { newId } from "@receipts/contracts";
import { until } from "@receipts/testing";
import type { Test } from "supertest";
import { receiver, useReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import { makeCheckoutKey, openShop, type Shop } from "../shop.ts";
import { aMember, sessionCookie, signIn, signInAs } from "../signed-in.ts";
import { aReceipt, system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
useSystem({ verifiers: ["telebirr"] });
useReceiver();
const anAccount = () =>
  system.account({ permissions: { verification: ["read", "write"], webhooks: ["read"] } });
beforeEach(async () => {
  account = await anAccount();
});

type Reader = Pick<TestAccount, "apiKey">;
const page = async (query = "", by: Reader = account) =>
  (await system.call("get", `/api/events${query}`, by).expect(200)).body;

/** Reads on from the cursor to the present end of the list. */
async function readOn(
  query = "limit=100",
  cursor?: string,
): Promise<{ events: AccountEvent[]; cursor?: string }> {
  const events: AccountEvent[] = [];
  let reached = cursor;
  for (;;) {
    const { data, meta } = await page(`?${query}${reached === undefined ? "" : `&cursor=${reached}`}`);
    events.push(...data);
    reached = meta.nextCursor ?? undefined;
    if (!meta.hasMore) return { events, ...(reached !== undefined && { cursor: reached }) };
  }
}
const sequencesOf = (events: readonly AccountEvent[]) => events.map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const subjectsOf = (events: readonly AccountEvent[]) => events.map(({ subject }) => subject);

const verified = async (): Promise<string> =>
  (await system.verify(account, aReceipt(), { waitMs: 10_000 }).expect(200)).body.requestId;

/** Ends a request whose verifier does not run. */
async function overdue(id: string): Promise<void> {
  await system.sql("update verification_requests set deadline_at = now() where id = $1", id);
  await until(async () => (await system.statusOf(account, id)).processingStatus === "failed");
}

/** A copy of an ended request as another process writes it, with its time of creation. */
const copy = (of: string, id: string, ago: string) =>
  [
    `insert into verification_requests
       select (jsonb_populate_record(v, jsonb_build_object('id', $2::text, 'created_at', now() - $3::interval,
                                                           'completed_at', now() - $3::interval))).*
         from verification_requests v where id = $1`,
    [of, id, ago],
  ] as const;

/** The same of each minute before. */
const copies = (of: string, count: number) =>
  system.sql(
    `insert into verification_requests
       select (jsonb_populate_record(v, jsonb_build_object('id', 'ver_' || new_ulid(),
                                                           'created_at', now() - make_interval(mins => n),
                                                           'completed_at', now() - make_interval(mins => n)))).*
         from verification_requests v cross join generate_series(1, $2::int) n where v.id = $1`,
    of,
    count,
  );

describe("GET /api/events", () => {
  it("has nothing for a new account, and its first event at the next call", async () => {
    expect(await page()).toMatchObject({ data: [], meta: { limit: 20, hasMore: false, nextCursor: null } });
    const id = await verified();
    const { data, meta } = await page();
    expect(data).toMatchObject([
      {
        sequence: 1,
        type: "verification.completed",
        subject: id,
        payload: { requestId: id, id: data[0].id },
      },
    ]);
    expect(meta).toEqual({ limit: 20, hasMore: false, nextCursor: expect.any(String) });
  });

  it("shows each event once, in order and without holes, to readers that poll while events happen", async () => {
    const wanted = new Set<string>();
    let isOver = false;
    const reader = async () => {
      const seen: AccountEvent[] = [];
      let cursor: string | undefined;
      for (;;) {
        const wasOver = isOver;
        const read = await readOn("limit=3", cursor);
        seen.push(...read.events);
        cursor = read.cursor ?? cursor;
        if (wasOver) return seen;
      }
    };
    const writers = upTo(4).map(async () => {
      for (const _ of upTo(6)) wanted.add(await verified());
    });
    const readers = [reader(), reader(), reader()];
    await Promise.all(writers);
    isOver = true;
    for (const seen of await Promise.all(readers)) {
      expect(sequencesOf(seen)).toEqual(upTo(24));
      expect(new Set(subjectsOf(seen))).toEqual(wanted);
    }
  });

  it.each([0, 2_100])(
    "misses no request that commits long after its time, beside %s others, and shows it after what was read before",
    async (others) => {
      const first = await verified();
      const late = newId("verification");
      const client = await system.database.pool.connect();
      let cursor: string | undefined;
      const subjects: string[] = [];
      const poll = async () => {
        const read = await readOn("limit=100&type=verification.completed", cursor);
        cursor = read.cursor;
        subjects.push(...subjectsOf(read.events));
      };
      try {
        await client.query("begin");
        // A batch of the others ends after it.
        const [text, values] = copy(first, late, "1 day");
        await client.query(text, [...values]);
        if (others > 0) await copies(first, others);
        await poll();
        const second = await verified();
        await poll();
        await poll();
        expect(subjects).toHaveLength(others + 2);
        expect(subjects.at(-1)).toBe(second);
        await client.query("commit");
        await poll();
        expect(subjects.slice(others + 2)).toEqual([late]);
      } finally {
        await client.query("rollback");
        client.release();
      }
    },
  );

  it("waits for no request that has not ended, and shows it at its end", async () => {
    const waiting = (await system.verify(account, { bank: "boa", ...sampleReferences.boa.success })).body
      .requestId;
    expect(waiting).toEqual(expect.stringMatching(/^ver_/));
    const ended = await verified();
    const { events, cursor } = await readOn();
    expect(subjectsOf(events)).toEqual([ended]);
    await overdue(waiting);
    expect(subjectsOf((await readOn("limit=100", cursor)).events)).toEqual([waiting]);
  });

  it("reads a long history in parts, oldest first, each event once", async () => {
    const first = await verified();
    await copies(first, 2_100);
    const { events } = await readOn();
    expect(sequencesOf(events)).toEqual(upTo(2_101));
    expect(new Set(subjectsOf(events)).size).toBe(2_101);
    const times = events.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort());
  });

  it("does not tell of events older than 90 days", async () => {
    const recent = await verified();
    const old = newId("verification");
    const [text, values] = copy(recent, old, "91 days");
    await system.sql(text, ...values);
    expect(subjectsOf((await readOn()).events)).toEqual([recent]);
  });

  describe("of an account with events of every source", () => {
    let shop: Shop;
    let requestId: string;
    let depositId: string;
    beforeEach(async () => {
      shop = await openShop(system);
      account = await system.keyOf(shop.account, {
        permissions: { verification: ["read", "write"], webhooks: ["read"] },
      });
      requestId = await verified();
      const deposit = await shop.deposit({ customer: { name: "Hana Tesfaye" } });
      depositId = deposit.id;
      await shop.submitAndSettle(depositId, await shop.pay({ senderName: "Hana Tesfaye" }));
      const person = await signIn(system, account);
      await person("patch", "/api/profile").send({ businessName: "Hana Coffee" }).expect(200);
    });
    const typesOf = async (query: string, by: Reader = account) =>
      (await page(`?${query}`, by)).data.map(({ type }: AccountEvent) => type);
    const deposits = ["deposit.created", "deposit.receipt_submitted", "deposit.confirmed"];

    it("filters by type, group, subject and time, and continues at the same cursor", async () => {
      expect(await typesOf("type=verification.completed,profile.*")).toEqual([
        "verification.completed",
        "profile.updated",
      ]);
      expect(await typesOf("type=deposit.*")).toEqual(deposits);
      expect(await typesOf(`subject=${depositId}`)).toEqual(deposits);
      expect(await typesOf(`subject=${depositId}&type=deposit.confirmed`)).toEqual(["deposit.confirmed"]);
      expect(await typesOf(`subject=${requestId}`)).toEqual(["verification.completed"]);
      expect(await typesOf("from=2099-01-01")).toEqual([]);
      const { data } = await page("?type=deposit.*");
      expect(await typesOf(`from=${data[2].createdAt}`)).toEqual(["deposit.confirmed", "profile.updated"]);
      const { meta } = await page("?type=deposit.*&limit=2");
      expect(meta.hasMore).toBe(true);
      expect(await typesOf(`type=deposit.*&cursor=${meta.nextCursor}`)).toEqual(["deposit.confirmed"]);
      const atEnd = (await page("?type=credits.low")).meta.nextCursor;
      expect(await typesOf(`cursor=${atEnd}`)).toEqual([]);
    });

    it("shows payers and pages only to a caller who may read deposits", async () => {
      const owner = await signIn(system, account);
      const developer = await signInAs(system, account, "developer");
      const reading = async (scopes: Parameters<typeof makeCheckoutKey>[2]) => {
        const { key } = await makeCheckoutKey(system, account, scopes);
        const { body } = await system
          .call("get", "/api/events?type=deposit.*")
          .set("authorization", `Bearer ${key}`)
          .expect(200);
        return JSON.stringify(body.data);
      };
      const names = /Hana|\/checkout\//;
      expect(JSON.stringify((await owner("get", "/api/events?type=deposit.*").expect(200)).body)).toMatch(
        names,
      );
      expect(await reading(["webhooks:read", "deposits:read"])).toMatch(names);
      // He may read deposits at their own pages too.
      const { body } = await developer("get", "/api/events?type=deposit.*").expect(200);
      expect(JSON.stringify(body)).toMatch(names);
      for (const text of [await reading(["webhooks:read"]), JSON.stringify(await page("?type=deposit.*"))]) {
        expect(text).toContain(depositId);
        expect(text).not.toMatch(names);
      }
    });

    it("shows saved accounts and credits to no developer, nor to his keys", async () => {
      const owner = await signIn(system, account);
      const saved = { bank: "cbe", accountNumber: "1000412270936", accountName: "Selam Coffee Trading" };
      await owner("post", "/api/bank-accounts").send(saved).expect(201);
      await system.sql("select notify_credits_low($1, 42, 50)", account.userId);
      const developer = await signInAs(system, account, "developer");
      const key = await system.keyOf(account, { permissions: { webhooks: ["read"] } });
      const path = "/api/events?type=bank_account.*,credits.low";
      const payloads = async (read: () => Test) =>
        (await read().expect(200)).body.data.map(({ payload }: AccountEvent) => payload?.["type"] ?? null);
      const told = ["bank_account.created", "credits.low"];
      expect(await payloads(() => owner("get", path))).toEqual(told);
      expect(await payloads(() => developer("get", path))).toEqual([null, null]);
      expect(await payloads(() => system.call("get", path, key))).toEqual(told);
      await system.sql(
        "update api_keys set made_by = (select id from members where user_id = $1 and role = 'developer') where id = $2",
        ...[account.userId, key.id],
      );
      await until(async () => (await payloads(() => system.call("get", path, key)))[0] === null);
    });

    it("loses the names of a request with its erasure, and keeps what happened", async () => {
      const read = async () => (await page(`?subject=${requestId}`)).data[0];
      const before = await read();
      expect(before.payload.data.senderName).toEqual(expect.any(String));
      await system.sql(
        `update verification_requests set erased_at = now(), reference = null, suffix = null, phone = null, receipt_key = null,
           settlement_account = null, expect = null, input = null, result = erased_result(result) where id = $1`,
        requestId,
      );
      const after = await read();
      expect(JSON.stringify(after)).not.toContain(before.payload.data.senderName);
      expect(after).toMatchObject({
        id: before.id,
        payload: { data: { amount: before.payload.data.amount } },
      });
    });

    it("is found by its id, by its own account alone", async () => {
      const { data } = await page("?limit=1");
      const found = await system.call("get", `/api/events/${data[0].id}`, account).expect(200);
      expect(found.body.data).toEqual(data[0]);
      const other = await anAccount();
      for (const id of [data[0].id, newId("event"), "evt_1"])
        await system.call("get", `/api/events/${id}`, other).expect(404);
      expect((await page("", other)).data).toEqual([]);
    });

    it.each([
      ["cursor", "cursor=x"],
      ["type", "type=deposit"],
      ["subject", "subject=order-1"],
      ["from", "from=yesterday"],
      ["limit", "limit=0"],
    ])("refuses a wrong %s by name", async (field, query) => {
      await system.call("get", `/api/events?${query}`, account).expect(refusedAs("invalid_payload", field));
    });

    it("refuses a place of another list, or of before a restore", async () => {
      const { meta } = await page("?limit=1");
      account = await anAccount();
      await verified();
      await verified();
      expect((await readOn()).events).toHaveLength(2);
      await system
        .call("get", `/api/events?cursor=${meta.nextCursor}`, account)
        .expect(refusedAs("invalid_payload", "cursor"));
    });
  });
});

describe("replayFrom of a new endpoint", () => {
  const replayed = async (body: object) => {
    const person = await signIn(system, account);
    const created = await person("post", "/api/webhook-endpoints")
      .send({ url: receiver.url, ...body })
      .expect(201);
    return { person, endpoint: created.body.data.endpoint };
  };
  const received = () => receiver.received.map(({ body }) => JSON.parse(body));
  const since = () => new Date(Date.now() - 60_000).toISOString();

  it("sends it what happened since, each once, beside what happens meanwhile", async () => {
    const before = [await verified(), await verified(), await verified()];
    const { endpoint, person } = await replayed({ replayFrom: since(), types: ["verification.*"] });
    expect(endpoint.replayingFrom).toEqual(expect.stringMatching(/Z$/));
    const meanwhile = await verified();
    await until(() => receiver.received.length >= 4);
    const path = `/api/webhook-endpoints/${endpoint.id}`;
    // So long after its creation, no transaction is left that does not know it.
    await system.sql("update endpoint_replays set created_at = now() - interval '2 minutes', due_at = now()");
    await until(async () => (await person("get", path).expect(200)).body.data.replayingFrom === null);
    const requests = received().map(({ requestId }) => requestId);
    expect(requests.toSorted()).toEqual([...before, meanwhile].toSorted());
    const { events } = await readOn();
    expect(new Map(received().map((body) => [body.id, body]))).toEqual(
      new Map(events.map(({ id, payload }) => [id, payload])),
    );
  });

  it("sends nothing from before the time, nor of other types", async () => {
    await verified();
    const { person } = await replayed({ replayFrom: since(), types: ["profile.*"] });
    await person("patch", "/api/profile").send({ businessName: "Hana Coffee" }).expect(200);
    await until(() => receiver.received.length > 0);
    await system.sql("update endpoint_replays set created_at = now() - interval '2 minutes', due_at = now()");
    await until(async () => (await system.sql("select from endpoint_replays")).length === 0);
    expect(received().map(({ type }) => type)).toEqual(["profile.updated"]);
  });

  it("waits while many of its webhooks wait, and continues", async () => {
    const old = await verified();
    const { endpoint } = await replayed({ types: ["verification.*"] });
    await system.sql(
      `insert into webhook_deliveries (id, user_id, verification_id, event, event_id, endpoint_id, url, payload, http_request_id, next_attempt_at)
       select 'whd_' || new_ulid(), $1, 'ver_' || new_ulid(), 'verification.completed', null, $2, $3, '{}', 'req_1', now() + interval '1 hour'
         from generate_series(1, 1000)`,
      ...[account.userId, endpoint.id, receiver.url],
    );
    await system.sql(
      `insert into endpoint_replays (endpoint_id, user_id, replay_from, sees_money, due_at)
       values ($1, $2, now() - interval '1 hour', true, now() - interval '1 second')`,
      ...[endpoint.id, account.userId],
    );
    const turns = "select from endpoint_replays where due_at > now()";
    await until(async () => (await system.sql(turns)).length === 1);
    expect(received()).toEqual([]);
    await system.sql(
      "update webhook_deliveries set state = 'delivered', finished_at = now() where state = 'pending'",
    );
    await until(() => receiver.received.length === 1);
    expect(received()[0].requestId).toBe(old);
  });

  it("sends saved accounts of before to no endpoint that a developer creates", async () => {
    const owner = await signIn(system, account);
    const saved = { bank: "cbe", accountNumber: "1000412270936", accountName: "Selam Coffee Trading" };
    await owner("post", "/api/bank-accounts").send(saved).expect(201);
    const request = await verified();
    const developer = await signInAs(system, account, "developer");
    await developer("post", "/api/webhook-endpoints")
      .send({ url: receiver.url, replayFrom: since() })
      .expect(201);
    await until(() => receiver.received.length > 0);
    await system.sql("update endpoint_replays set created_at = now() - interval '2 minutes', due_at = now()");
    await until(async () => (await system.sql("select from endpoint_replays")).length === 0);
    expect(received().map(({ type, requestId }) => [type, requestId])).toEqual([
      ["verification.completed", request],
    ]);
  });

  /** The events of a saved account and of a request, and an endpoint whose replay of them waits. */
  const waitingReplay = async () => {
    const memberId = await aMember(system, account, "manager");
    const manager = await sessionCookie(system, account, memberId);
    const owner = await signIn(system, account);
    const saved = { bank: "cbe", accountNumber: "1000412270936", accountName: "Selam Coffee Trading" };
    await owner("post", "/api/bank-accounts").send(saved).expect(201);
    await verified();
    const created = await system
      .call("post", "/api/webhook-endpoints")
      .set("cookie", manager)
      .send({ url: receiver.url })
      .expect(201);
    const { id } = created.body.data.endpoint;
    await system.sql(
      `insert into endpoint_replays (endpoint_id, user_id, replay_from, sees_money, member_id, created_at, due_at)
       values ($1, $2, now() - interval '1 hour', true, $3, now() - interval '2 minutes', now() + interval '1 hour')`,
      ...[id, account.userId, memberId],
    );
    const run = async () => {
      await system.sql("update endpoint_replays set due_at = now()");
      await until(async () => (await system.sql("select from endpoint_replays")).length === 0);
      const queued = await system.sql<{ event: string }>(
        "select event from webhook_deliveries where endpoint_id = $1 and event = any($2) order by event",
        ...[id, ["bank_account.created", "verification.completed"]],
      );
      return queued.map(({ event }) => event);
    };
    return { id, memberId, run, owner };
  };

  it("brings a person no saved accounts any more who has become a developer", async () => {
    const { memberId, run, owner } = await waitingReplay();
    await owner("patch", `/api/members/${memberId}`).send({ role: "developer" }).expect(200);
    expect(await run()).toEqual(["verification.completed"]);
  });

  it("brings no saved accounts to the address or the types that a developer chose meanwhile", async () => {
    const { id, run } = await waitingReplay();
    const developer = await signInAs(system, account, "developer");
    const moved = { url: `${receiver.url}/moved`, types: ["verification.*", "bank_account.*"] };
    await developer("patch", `/api/webhook-endpoints/${id}`).send(moved).expect(200);
    expect(await run()).toEqual(["verification.completed"]);
  });

  it("brings them to the person who may read them", async () => {
    const { run } = await waitingReplay();
    expect(await run()).toEqual(["bank_account.created", "verification.completed"]);
  });

  it("is refused an eleventh time in a day, and creates nothing then", async () => {
    const person = await signIn(system, account);
    const create = () =>
      person("post", "/api/webhook-endpoints").send({ url: receiver.url, replayFrom: since() });
    for (const _ of upTo(10)) await create().expect(201);
    const { body: refused } = await create().expect(refusedAs("rate_limited"));
    expect(refused.message).toBe("More than 10 replays a day for this account");
    const { body } = await person("get", "/api/webhook-endpoints").expect(200);
    expect(body.meta.total).toBe(10);
  });

  it.each([
    ["in the future", () => new Date(Date.now() + 3_600_000).toISOString()],
    ["of more than 90 days ago", () => "2026-01-01"],
    ["that is none", () => "yesterday"],
  ])("refuses a time %s by name", async (_, replayFrom) => {
    const person = await signIn(system, account);
    await person("post", "/api/webhook-endpoints")
      .send({ url: receiver.url, replayFrom: replayFrom() })
      .expect(refusedAs("invalid_payload", "replayFrom"));
  });
});
