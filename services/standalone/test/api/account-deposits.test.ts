import type { Deposit } from "@receipts/contracts";
import { eraseDeposits } from "../../../gateway/src/retention/erase-statements.ts";
import { openShop, type Shop } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
let person: CallSignedIn;
useSystem({ verifiers: ["telebirr"] });
beforeEach(async () => {
  shop = await openShop(system);
  person = await signIn(system, shop.account);
});

const list = async (query = "") => (await person("get", `/api/deposits${query}`).expect(200)).body;
const idsOf = (body: { readonly data: readonly Deposit[] }) => body.data.map(({ id }) => id);

/** One a minute before the present, of 10 birr each. */
async function insertDeposits(count: number): Promise<void> {
  await system.sql(
    `insert into deposits (id, user_id, token, amount, reference, payment_options, http_request_id, created_at, expires_at)
     select 'dep_' || new_ulid(), $1, left(md5(random()::text) || n, 32), 1000, 'bulk-' || n, '[]', 'req',
            now_ms() - make_interval(mins => n), now() + interval '1 day'
       from generate_series(1, $2) n`,
    shop.account.userId,
    count,
  );
}

describe("a signed-in merchant's deposits", () => {
  it("equal those of the checkout API byte for byte", async () => {
    const made = await shop.deposit({ customer: { name: "Abebe" }, metadata: { cart: "1" } });
    expect((await list()).data).toEqual([await shop.read(made.id)]);
    expect((await person("get", `/api/deposits/${made.id}`).expect(200)).body.data).toEqual(
      await shop.read(made.id),
    );
  });

  it("are listed in pages with a total, newest first", async () => {
    const ids: string[] = [];
    while (ids.length < 5) ids.unshift((await shop.deposit({ reference: `order-${ids.length}` })).id);
    const page = await list("?limit=2&offset=1");
    expect(idsOf(page)).toEqual(ids.slice(1, 3));
    expect(page.meta).toEqual({
      ...{ total: 5, limit: 2, offset: 1, hasMore: true, nextCursor: expect.any(String), totalIsExact: true },
      ...{ amount: "6250.00", amountReceived: "0.00" },
    });
    expect(await list("?offset=5")).toMatchObject({ data: [], meta: { total: 5 } });
  });

  it("can be filtered by status and by the merchant's reference", async () => {
    const [open, late] = [await shop.deposit({ reference: "a" }), await shop.deposit({ reference: "b" })];
    await system.sql("update deposits set expires_at = now_ms() where id = $1", late.id);
    expect(idsOf(await list("?status=awaiting_payment"))).toEqual([open.id]);
    const expired = await list("?status=expired");
    expect([idsOf(expired), expired.meta.total]).toEqual([[late.id], 1]);
    expect(idsOf(await list("?reference=a"))).toEqual([open.id]);
    expect(idsOf(await list("?reference=a&status=expired"))).toEqual([]);
  });

  it("are found by any part of a text of theirs, in any case", async () => {
    const customer = { name: "Abebe አበበ Kebede", email: "abebe@example.et", phone: "+251911223344" };
    const made = await shop.deposit({ reference: "Order 77/A", description: "Six chairs", customer });
    await shop.deposit({ reference: "other" });
    await shop.submitAndSettle(made.id, await shop.pay({ senderName: "Tigist Haile" }));
    const { receipt } = await shop.read(made.id);
    const number = receipt?.referenceNumber?.toLowerCase() ?? "";
    const texts = [
      "77/a",
      "SIX CH",
      "bebe አበበ keb",
      "BE@EXAMPLE",
      "1122334",
      number,
      number.slice(2, 8),
      "gist hai",
    ];
    for (const q of texts) {
      const body = await list(`?q=${encodeURIComponent(q)}`);
      expect([q, idsOf(body), body.meta.total, body.meta.totalIsExact]).toEqual([q, [made.id], 1, true]);
    }
    // Of two fields, patterns of SQL, a text that only has the same parts, another status.
    for (const q of ["77/A Six", "Ord_r", "Ord%r", "abe@example.et abe", "chairs six"]) {
      expect([q, idsOf(await list(`?q=${encodeURIComponent(q)}`))]).toEqual([q, []]);
    }
    expect(idsOf(await list("?q=tigist&status=confirmed"))).toEqual([made.id]);
    expect(idsOf(await list("?q=tigist&status=canceled"))).toEqual([]);
    await person("get", "/api/deposits?q=ab").expect(422);
  });

  it("are not found by texts of another account, or after an erasure of its names", async () => {
    const made = await shop.deposit({ customer: { name: "Chaltu Bekele" } });
    const stranger = await signIn(system, (await openShop(system)).account);
    expect((await stranger("get", "/api/deposits?q=chaltu").expect(200)).body.data).toEqual([]);
    expect(idsOf(await list("?q=chaltu"))).toEqual([made.id]);
    await eraseDeposits(system.database.pool, { which: "id = $1", values: [made.id], limit: 1 });
    expect(idsOf(await list("?q=chaltu"))).toEqual([]);
  });

  it("are filtered by the days of their creation", async () => {
    const days = [
      "2026-01-30T23:59:59.999Z",
      "2026-01-31T00:00:00Z",
      "2026-01-31T23:59:59.999Z",
      "2026-02-01T00:00:00Z",
    ];
    const ids: string[] = [];
    for (const day of days) {
      const { id } = await shop.deposit();
      await system.sql("update deposits set created_at = $2 where id = $1", id, day);
      ids.unshift(id);
    }
    expect(idsOf(await list("?startDate=2026-01-31&endDate=2026-01-31"))).toEqual(ids.slice(1, 3));
    expect(idsOf(await list("?startDate=2026-02-01"))).toEqual(ids.slice(0, 1));
    expect(idsOf(await list("?endDate=2026-01-30&status=awaiting_payment"))).toEqual(ids.slice(3));
    const zoned = "startDate=2026-01-31&endDate=2026-01-31&timeZone=Africa/Addis_Ababa";
    expect(idsOf(await list(`?${zoned}`))).toEqual(ids.slice(2));
    const { text } = await person("get", `/api/deposits/export?${zoned}`).expect(200);
    expect(text.trim().split("\r\n")).toHaveLength(3);
    await person("get", "/api/deposits?startDate=2026-02-01&endDate=2026-01-30").expect(422);
  });

  it("have the sums of what was requested and received on all pages", async () => {
    const paid = await shop.deposit({ amount: "100.10" });
    await shop.submitAndSettle(paid.id, await shop.pay({ amount: "120.25" }));
    await shop.deposit({ amount: "0.05" });
    const { meta } = await list("?limit=1");
    expect(meta).toMatchObject({ total: 2, totalIsExact: true, amount: "100.15", amountReceived: "120.25" });
    const confirmed = await list("?status=confirmed");
    expect(confirmed.meta).toMatchObject({ total: 1, amount: "100.10", amountReceived: "120.25" });
  });

  it("say that a total is not exact, and list the newest, where too many have the text", async () => {
    await insertDeposits(1_200);
    const newest = await shop.deposit({ reference: "bulk-newest" });
    const body = await list("?q=bulk-&limit=2");
    expect(body.meta).toMatchObject({ total: 1_000, totalIsExact: false, amount: "11240.00" });
    expect(body.data[0].id).toBe(newest.id);
    expect((await list("?q=bulk-77&limit=2")).meta).toMatchObject({ total: 11, totalIsExact: true });
    expect((await list()).meta).toMatchObject({ total: 1_201, totalIsExact: true });
    const walked: string[] = [];
    for (let cursor = ""; ; ) {
      const page = await list(`?q=bulk-&limit=100${cursor}`);
      walked.push(...idsOf(page));
      if (!page.meta.hasMore) break;
      cursor = `&cursor=${page.meta.nextCursor}`;
    }
    expect([walked.length, new Set(walked).size]).toEqual([1_201, 1_201]);
  });

  it("are exported as CSV, all that the search finds, newest first", async () => {
    await insertDeposits(2_500);
    const customer = { name: '=HYPERLINK("http://x")' };
    const last = await shop.deposit({ reference: "a, b", customer });
    const csv = async (query = "") => {
      const response = await person("get", `/api/deposits/export${query}`).expect(200);
      expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
      expect(response.headers["content-disposition"]).toMatch(
        /^attachment; filename=deposits_[\d-]{10}\.csv$/,
      );
      return response.text.trimEnd().split("\r\n");
    };
    const [header, first, ...rest] = await csv();
    expect(header?.split(",").slice(0, 5)).toEqual(["id", "createdAt", "status", "amount", "amountReceived"]);
    expect(first).toBe(
      [
        last.id,
        last.createdAt,
        "awaiting_payment",
        "1250.00",
        "",
        "ETB",
        '"a, b"',
        "",
        `"'=HYPERLINK(""http://x"")"`,
        "",
        "",
        "",
        "",
        "",
        "",
        last.expiresAt,
        "",
        ...["false", "0.00", "1250.00", "0.00", ""],
      ].join(","),
    );
    const references = rest.map((line) => line.split(",")[6]);
    expect(references).toEqual(Array.from({ length: 2_500 }, (_, n) => `bulk-${n + 1}`));
    expect(await csv("?q=bulk-24&status=expired")).toHaveLength(1);
    expect(await csv("?q=bulk-24")).toHaveLength(1 + 111);
    expect(await csv("?q=bulk")).toHaveLength(1 + 2_500);
  });

  describe("made at the counter", () => {
    const draft = { amount: "75.50", currency: "ETB", reference: "counter-1", customer: { name: "Sara" } };
    const make = (key: string, body: object = draft) =>
      person("post", "/api/deposits").set("idempotency-key", key).send(body);

    it("are created once for a key, with what a server's have: events, webhook, payment options", async () => {
      const first = await make("k1").expect(201);
      const { id } = first.body.data;
      expect(first.body.data).toEqual(await shop.read(id));
      expect(first.body.data.customer).toEqual({ name: "Sara" });
      expect(await shop.eventTypes(id)).toEqual(["deposit.created"]);
      const again = await make("k1").expect(201);
      expect([again.text, again.headers["idempotent-replayed"]]).toEqual([first.text, "true"]);
      const other = await make("k1", { ...draft, amount: "75.51" }).expect(409);
      expect(other.body.error.code).toBe("idempotency_conflict");
      expect((await list()).meta.total).toBe(1);
    });

    it("are created once by ten calls at the same moment", async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => make("at-once")));
      expect(new Set(responses.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true);
      expect((await list()).meta.total).toBe(1);
    });

    it("never get the answer that a server's key has stored", async () => {
      await shop.create(draft, "shared").expect(201);
      expect((await make("shared").expect(409)).body.error.code).toBe("idempotency_conflict");
    });

    it("need a saved bank account", async () => {
      await system.sql("delete from bank_accounts where user_id = $1", shop.account.userId);
      const { error, message } = (await make("k2").expect(409)).body;
      expect([error.code, message]).toEqual([
        "invalid_state",
        "The account has no saved bank account to receive payments",
      ]);
    });

    it("have a QR code as a picture, for their account only", async () => {
      const { id } = (await make("k3").expect(201)).body.data;
      const image = await person("get", `/api/deposits/${id}/qr-code`).expect(200);
      expect(image.headers["content-type"]).toMatch(/^image\/svg\+xml/);
      expect(image.headers["cache-control"]).toBe("no-store");
      expect(image.body.toString()).toMatch(/^<svg /);
      const stranger = await signIn(system, (await openShop(system)).account);
      await stranger("get", `/api/deposits/${id}/qr-code`).expect(404);
    });
  });

  it("have events in order and in pages", async () => {
    const { id } = await shop.deposit();
    await shop.submitAndSettle(id, await shop.pay());
    const events = (query = "") =>
      person("get", `/api/deposits/${id}/events${query}`)
        .expect(200)
        .then(({ body }) => body);
    const all = await events();
    expect(all.data.map(({ type }: { type: string }) => type)).toEqual(await shop.eventTypes(id));
    expect(all.meta).toEqual({ total: 3, limit: 20, offset: 0, hasMore: false, nextCursor: null });
    expect((await events("?limit=1&offset=1")).data).toEqual([all.data[1]]);
  });

  it("are invisible to other accounts", async () => {
    const { id } = await shop.deposit();
    const stranger = await signIn(system, (await openShop(system)).account);
    expect((await stranger("get", "/api/deposits").expect(200)).body.data).toEqual([]);
    await stranger("get", `/api/deposits/${id}`).expect(404);
    await stranger("get", `/api/deposits/${id}/events`).expect(404);
  });
});
