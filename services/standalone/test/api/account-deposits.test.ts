import type { Deposit } from "@receipts/contracts";
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
    expect(page.meta).toEqual({ total: 5, limit: 2, offset: 1 });
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

  it("have events in order and in pages", async () => {
    const { id } = await shop.deposit();
    await shop.submitAndSettle(id, await shop.pay());
    const events = (query = "") =>
      person("get", `/api/deposits/${id}/events${query}`)
        .expect(200)
        .then(({ body }) => body);
    const all = await events();
    expect(all.data.map(({ type }: { type: string }) => type)).toEqual(await shop.eventTypes(id));
    expect(all.meta).toEqual({ total: 3, limit: 20, offset: 0 });
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
