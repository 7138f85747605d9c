import { isFullRun, until } from "@receipts/testing";
import { expectTotalsToMatch } from "../ends.ts";
import { openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

/**
 * Races through HTTP and every worker. The gateway's `test/deposit-races.test.ts` has longer races of two acts on one
 * deposit.
 */
const RACES = 4;
/** In each of ten lanes. */
const RACES_IN_TURN = isFullRun ? 10 : 3;
const AT_ONCE = isFullRun ? 100 : 30;

let shop: Shop;
// Before the system stops.
afterAll(() => expectTotalsToMatch(system));
useSystem({ verifiers: ["telebirr"] });
beforeEach(async () => {
  shop = await openShop(system, { credits: 100_000 });
});

const terminal = ["deposit.confirmed", "deposit.expired", "deposit.canceled"];
/** Returns true if the bank has responded; the verdict may not be applied to the deposit yet. */
const isDecided = async (id: string) => {
  const rows = await system.sql(
    `select from deposit_submissions s join verification_requests v on v.id = s.verification_id
      where s.deposit_id = $1 and v.completed_at is not null`,
    id,
  );
  return rows.length === 1;
};
const settled = async (id: string) =>
  await until(async () => {
    const rows = await system.sql(
      `select d.status from deposits d
        where d.id = $1 and d.status <> 'verifying'
          and not (d.status = 'awaiting_payment' and d.expires_at <= now_ms())
          and not exists (select from deposit_submissions s where s.deposit_id = d.id and s.settled_at is null)`,
      id,
    );
    return rows[0]?.status as string | undefined;
  });

describe("one idempotency key in concurrent calls", () => {
  it("creates one deposit with one event, and replays or refuses the other calls", async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => shop.create({}, "the-one")));
    const made = responses.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    const rest = responses.filter(({ status }) => status !== 201);
    for (const { status, body } of rest) {
      expect([status, body.error.code]).toEqual([409, "idempotency_in_progress"]);
    }
    expect(made.filter(({ headers }) => headers["idempotent-replayed"] === undefined)).toHaveLength(1);
    const rows = await system.sql(
      "select (select count(*)::int from deposits where user_id = $1) as made, (select count(*)::int from deposit_events where user_id = $1) as told",
      shop.account.userId,
    );
    expect(rows).toEqual([{ made: 1, told: 1 }]);
  });
});

describe("one receipt for concurrent deposits", () => {
  it(`confirms exactly one of ${AT_ONCE}`, async () => {
    const deposits = await Promise.all(Array.from({ length: AT_ONCE }, () => shop.deposit()));
    const sms = await shop.pay();
    const ends = await Promise.all(deposits.map(({ id }) => shop.submitAndSettle(id, sms)));
    const confirmed = ends.filter(({ status }) => status === "confirmed");
    expect(confirmed).toHaveLength(1);
    for (const end of ends.filter(({ status }) => status !== "confirmed")) {
      expect(end).toMatchObject({ status: "awaiting_payment", lastError: "receipt_already_used" });
    }
  });

  async function raceInTurn(lane: number): Promise<string[]> {
    const winners: string[] = [];
    for (let race = 0; race < RACES_IN_TURN; race += 1) {
      const { id } = await shop.deposit();
      const sms = await shop.pay();
      // Submits the request at once, during the bank query, or after the verdict. Otherwise the request would always
      // win, as it applies nothing to a deposit.
      const submitting = shop.submit(id, sms);
      if (lane % 3 > 0) await submitting;
      if (lane % 3 > 1) await until(async () => await isDecided(id));
      const response = await system.verify(
        shop.account,
        { bank: "telebirr", reference: sms },
        { waitMs: 10_000 },
      );
      await submitting;
      const status = await settled(id);
      const isFirst = response.body.data[0].confirmationHistory.isFirstConfirmation;
      expect([status, isFirst]).toEqual(isFirst ? ["awaiting_payment", true] : ["confirmed", false]);
      winners.push(isFirst ? "request" : "deposit");
    }
    return winners;
  }

  /** The shop delivers for the deposit, or its other system has seen the receipt first: never both. */
  it(`has one winner between POST /api/verify and a deposit in each of ${10 * RACES_IN_TURN} races`, async () => {
    const winners = await Promise.all(Array.from({ length: 10 }, async (_, lane) => await raceInTurn(lane)));
    // Otherwise there was no race.
    expect(new Set(winners.flat())).toEqual(new Set(["deposit", "request"]));
  });
});

describe("concurrent confirmation, expiry, cancellation and late receipts", () => {
  it("end in a legal state with one terminal event, and number their events without gaps", async () => {
    const acts = ["confirm", "expire", "cancel"] as const;
    const pairs = acts.flatMap((a, n) => acts.slice(n + 1).map((b) => [a, b] as const));
    for (const pair of [...pairs, ["confirm", "confirm"] as const]) {
      for (let race = 0; race < RACES; race += 1) {
        const { id } = await shop.deposit();
        const sms = await shop.pay();
        const run = {
          confirm: () => shop.submit(id, sms),
          expire: () => shop.expire(id),
          cancel: () => shop.cancel(id),
        };
        await Promise.all(pair.map(async (act) => await run[act]()));
        const status = await settled(id);
        const types = await shop.eventTypes(id);
        const ends = types.filter((type) => terminal.includes(type));
        expect(ends).toEqual(status === "awaiting_payment" ? [] : [`deposit.${status}`]);
        expect(types.filter((type) => type === "deposit.late_receipt").length).toBeLessThanOrEqual(
          status === "expired" ? 1 : 0,
        );
        const rows = await system.sql(
          `select count(*)::int as n, max(sequence) as last, (select event_count from deposits where id = $1) as told
             from deposit_events where deposit_id = $1`,
          id,
        );
        expect([rows[0]?.last, rows[0]?.told]).toEqual([rows[0]?.n, rows[0]?.n]);
      }
    }
  });

  it("record one late receipt of several", async () => {
    const { id } = await shop.deposit();
    await shop.expire(id);
    const texts = await Promise.all([shop.pay(), shop.pay(), shop.pay()]);
    const submitted = await Promise.all(texts.map((text) => shop.submit(id, text)));
    expect(submitted.filter(({ kind }) => kind === "submitted").length).toBeGreaterThanOrEqual(1);
    await until(async () => (await shop.read(id)).lateReceipt !== null);
    for (const text of texts)
      expect(await shop.submit(id, text)).toEqual({ kind: "refused", refusal: "closed" });
    const types = await shop.eventTypes(id);
    expect(types.filter((type) => type === "deposit.late_receipt")).toHaveLength(1);
  });
});

describe("GET /v1/events", () => {
  it("gives a forward reader every event once while 20 writers commit", async () => {
    const writers = Array.from({ length: 20 }, async () => {
      for (let n = 0; n < 10; n += 1) {
        const { id } = await shop.deposit();
        await shop.cancel(id).expect(200);
      }
    });
    let writing = true;
    const written = Promise.all(writers).finally(() => {
      writing = false;
    });
    const seen: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const isLast = !writing;
      const from: string = cursor === null ? "" : `&startingAfter=${cursor}`;
      const { body } = await shop.call("get", `/v1/events?limit=7${from}`).expect(200);
      seen.push(...body.data.items.map((event: { id: string }) => event.id));
      cursor = body.data.nextCursor;
      if (isLast && !body.data.hasMore) break;
    }
    await written;
    const rows = await system.sql(
      "select id, publication from deposit_events where user_id = $1 order by publication",
      shop.account.userId,
    );
    expect(rows).toHaveLength(400);
    expect(seen).toEqual(rows.map(({ id }) => id));
    expect(rows.map(({ publication }) => Number(publication))).toEqual(rows.map((_, index) => index + 1));
  });

  it("refuses a cursor that is not an event of the account", async () => {
    const other = await openShop(system);
    await other.deposit();
    const theirs = (await other.call("get", "/v1/events").expect(200)).body.data.nextCursor;
    for (const cursor of [theirs, "evt_00000000000000000000000000", "1", "%00"]) {
      const { body } = await shop.call("get", `/v1/events?startingAfter=${cursor}`).expect(400);
      expect(body.error.fields).toEqual([{ field: "startingAfter", message: expect.any(String) }]);
    }
  });
});
