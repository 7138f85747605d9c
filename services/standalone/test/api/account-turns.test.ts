import { rememberSecret } from "@receipts/testing/suite-log";
import { overtake } from "../overtake.ts";
import { aPerson } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";
import { everything } from "./owned.ts";

const POOL = 8;
useSystem({ verifiers: [], env: { DATABASE_POOL_SIZE: `${POOL}` } });

it("an account whose calls wait in the database leaves connections to the others, and all of them end", async () => {
  const [busy, other] = [await aPerson(system), await aPerson(system)];
  const names = Array.from({ length: 4 * POOL }, (_, at) => `Shop ${at}`);
  const answers = await overtake({
    lock: ["select from users where id = $1 for update", busy.account.userId],
    act: () =>
      Promise.all(
        names.map((businessName) => busy.person("patch", "/api/profile").send({ businessName }).expect(200)),
      ),
    meanwhile: async () => {
      for (let call = 0; call < POOL; call += 1)
        await other
          .person("patch", "/api/profile")
          .send({ businessName: `Other ${call}` })
          .expect(200);
    },
  });
  expect(answers.map(({ body }) => body.data.businessName)).toEqual(names);
});

it("a key whose calls take the turns of its account is revoked in the meantime", async () => {
  const { account, person } = await aPerson(system);
  const key = await system.keyOf(account, { permissions: { verification: ["write"] } });
  const items = [{ bank: "telebirr", reference: "DJ57QK2M41" }];
  const answers = await overtake({
    lock: ["select from credit_accounts where user_id = $1 for update", account.userId],
    act: () =>
      Promise.all(
        Array.from({ length: 4 * POOL }, () => system.call("post", "/api/verify/batch", key).send({ items })),
      ),
    meanwhile: async () => {
      await person("get", "/api/profile").expect(200);
      await person("delete", `/api/api-keys/${key.id}`).expect(204);
    },
  });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
});

it("streams of an account that wait for one row leave connections to the others", async () => {
  const [busy, other] = [await aPerson(system, { permissions: everything }), await aPerson(system)];
  const { body } = await system.call("post", "/api/webhook-listeners", busy.account).send({}).expect(201);
  rememberSecret(body.data.secret);
  const leaving = new AbortController();
  const open = async () => {
    const response = await fetch(`${system.url}/api/webhook-listeners/${body.data.id}/stream`, {
      headers: { "x-api-key": busy.account.apiKey },
      signal: leaving.signal,
    });
    return response.status;
  };
  const statuses = await overtake({
    lock: ["select from webhook_endpoints where id = $1 for update", body.data.id],
    act: () => Promise.all(Array.from({ length: 4 * POOL }, open)),
    meanwhile: async () => {
      for (let call = 0; call < POOL; call += 1) await other.person("get", "/api/profile").expect(200);
    },
  });
  expect(new Set(statuses)).toEqual(new Set([200]));
  leaving.abort();
});
