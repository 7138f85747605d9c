import { createHash } from "node:crypto";
import { until } from "@receipts/testing";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
let person: CallSignedIn;
useSystem({ verifiers: [] });
beforeEach(async () => {
  account = await system.account();
  person = await signIn(system, account);
});

const create = (draft: object = {}) =>
  person("post", "/api/checkout-keys").send({ name: "shop", scopes: ["deposits:read"], ...draft });
const use = (key: string) => system.call("get", "/v1/deposits").set("authorization", `Bearer ${key}`);

describe("checkout keys", () => {
  it("show their secret once, and later only a fingerprint", async () => {
    const { body, headers } = await create({ expiresInDays: 30 }).expect(201);
    const { key, checkoutKey } = body.data;
    expect(headers["cache-control"]).toBe("no-store");
    expect(key).toMatch(/^sck_[0-9A-Za-z]{49}$/);
    expect(checkoutKey).toMatchObject({
      name: "shop",
      prefix: "sck_",
      enabled: true,
      scopes: ["deposits:read"],
      fingerprint: {
        last4: key.slice(-4),
        sha256Prefix: createHash("sha256").update(key).digest("hex").slice(0, 12),
      },
      expiresAt: expect.any(String),
    });
    const list = await person("get", "/api/checkout-keys").expect(200);
    expect(list.body.data).toEqual([checkoutKey]);
    expect(list.text).not.toContain(key.slice(0, -4));
    const stored = await system.sql("select to_jsonb(k)::text as text from checkout_keys k");
    expect(stored.map(({ text }) => text).join()).not.toContain(key.slice(4, -4));
  });

  it("count their calls, and are refused from the 204 of their revocation on", async () => {
    const { body } = await create().expect(201);
    const { key, checkoutKey } = body.data;
    await use(key).expect(200);
    await until(async () => {
      const list = await person("get", "/api/checkout-keys");
      return list.body.data[0].requestCount === 1 && list.body.data[0].lastUsedAt !== null;
    });
    await person("delete", `/api/checkout-keys/${checkoutKey.id}`).expect(204);
    await use(key).expect(401);
    await person("delete", `/api/checkout-keys/${checkoutKey.id}`).expect(404);
  });

  it("leave one audit row for each change, without the secret", async () => {
    const { body } = await create().expect(201);
    await person("delete", `/api/checkout-keys/${body.data.checkoutKey.id}`).expect(204);
    const rows = await system.sql(
      `select a.action, a.subject, d.before, d.after from audit_log a left join audit_details d on d.audit_id = a.id
        where a.user_id = $1 order by a.at`,
      account.userId,
    );
    expect(rows.map(({ action }) => action)).toEqual(["checkout_key.created", "checkout_key.revoked"]);
    expect(JSON.stringify(rows)).not.toContain(body.data.key);
  });

  it("are limited to 50, also under concurrent calls", async () => {
    const responses = await Promise.all(Array.from({ length: 60 }, () => create()));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(10);
  });

  it.each([{ scopes: ["deposits:delete"] }, { scopes: [] }, { name: "" }, { expiresInDays: 0 }])(
    "are refused for %j",
    async (draft) => {
      await create(draft).expect(422);
    },
  );

  it("are refused when their account is disabled", async () => {
    const { body } = await create().expect(201);
    await system.sql("update users set disabled_at = now() where id = $1", account.userId);
    await use(body.data.key).expect(401);
  });
});
