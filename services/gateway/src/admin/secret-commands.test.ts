import { randomBytes } from "node:crypto";
import { newId } from "@receipts/contracts";
import { database, useTestDatabase } from "@receipts/testing";
import {
  createSecretBox,
  createSigningSecretStore,
  endpointHeadersContext,
  secretContext,
} from "@receipts/webhooks";
import { runAdmin } from "../../test/run-admin.ts";
import { createAccount } from "../accounts/account-repository.ts";

const [before, current] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];

useTestDatabase();

const admin = (env: Record<string, string>, ...words: string[]) => runAdmin(database.url, words, { env });

describe("admin -- webhook-secret", () => {
  it("reencrypts with the current key, so that the previous one is not needed", async () => {
    const email = `${newId("user")}@example.test`;
    const { id } = await createAccount(database.pool, { email, name: "A", credits: 0 });
    const made = await admin({ SECRETS_ENCRYPTION_KEY: before }, "webhook-secret", "create", "--user", id);
    const keys = { SECRETS_ENCRYPTION_KEY: current, SECRETS_ENCRYPTION_KEYS_PREVIOUS: before };
    expect(await admin(keys, "webhook-secret", "reseal")).toMatch(
      / 1 secrets of accounts, endpoints and people/,
    );
    expect(await admin(keys, "webhook-secret", "reseal")).toMatch(
      / 0 secrets of accounts, endpoints and people/,
    );
    const store = createSigningSecretStore({ database: database.pool, secretBox: createSecretBox(current) });
    expect(made).toContain((await store.secretsOf(id))?.legacy);
    await admin({ SECRETS_ENCRYPTION_KEY: current }, "webhook-secret", "reseal");
    await expect(
      admin({ SECRETS_ENCRYPTION_KEY: before }, "webhook-secret", "create", "--user", id),
    ).rejects.toThrow("SECRETS_ENCRYPTION_KEY");
    const { rows } = await database.pool.query("select action, user_id from audit_log order by id");
    expect(rows).toEqual([
      { action: "webhook_secret.created", user_id: id },
      { action: "webhook_secret.resealed", user_id: null },
      { action: "webhook_secret.resealed", user_id: null },
      { action: "webhook_secret.resealed", user_id: null },
    ]);
  });

  it("reencrypts the secrets and headers of endpoints", async () => {
    const email = `${newId("user")}@example.test`;
    const { id: userId } = await createAccount(database.pool, { email, name: "A", credits: 0 });
    const id = newId("webhookEndpoint");
    const [oldBox, newBox] = [createSecretBox(before), createSecretBox(current)];
    const sealed = (text: string) => oldBox.seal(text, secretContext(id));
    await database.pool.query(
      `with endpoint as (
         insert into webhook_endpoints (id, user_id, url, headers_ciphertext) values ($1, $2, 'https://shop.example/', $5)
         returning id, user_id)
       insert into webhook_secrets (user_id, endpoint_id, ciphertext, previous_ciphertext, previous_until)
       select user_id, id, $3, $4, now() + interval '1 hour' from endpoint`,
      [id, userId, sealed("new"), sealed("old"), oldBox.seal('{"x-a":"b"}', endpointHeadersContext(id))],
    );
    const keys = { SECRETS_ENCRYPTION_KEY: current, SECRETS_ENCRYPTION_KEYS_PREVIOUS: before };
    expect(await admin(keys, "webhook-secret", "reseal")).toMatch(
      / 2 secrets of accounts, endpoints and people/,
    );
    expect(await admin(keys, "webhook-secret", "reseal")).toMatch(
      / 0 secrets of accounts, endpoints and people/,
    );
    const { rows } = await database.pool.query(
      "select * from webhook_endpoints e join webhook_secrets on owner_id = e.id where e.id = $1",
      [id],
    );
    const [row] = rows;
    expect([
      newBox.open(row.ciphertext, secretContext(id)),
      newBox.open(row.previous_ciphertext, secretContext(id)),
      newBox.open(row.headers_ciphertext, endpointHeadersContext(id)),
    ]).toEqual(["new", "old", '{"x-a":"b"}']);
  });

  /** Each batch commits by itself, so an interrupted run has changed secrets too. */
  it("is audited once, even if it is interrupted", async () => {
    const email = `${newId("user")}@example.test`;
    const { id } = await createAccount(database.pool, { email, name: "A", credits: 0 });
    const forget = ["environment-keys", "forget", "SECRETS_ENCRYPTION_KEY", "--accept-loss"];
    const lost = randomBytes(32).toString("base64");
    await admin({}, ...forget);
    await admin({ SECRETS_ENCRYPTION_KEY: lost }, "webhook-secret", "create", "--user", id);
    await admin({}, ...forget);
    const resealed = async () =>
      (await database.pool.query("select from audit_log where action = 'webhook_secret.resealed'"))
        .rowCount ?? 0;
    const before = await resealed();
    await expect(admin({ SECRETS_ENCRYPTION_KEY: current }, "webhook-secret", "reseal")).rejects.toThrow();
    expect(await resealed()).toBe(before + 1);
    await database.pool.query("delete from webhook_secrets where user_id = $1", [id]);
  });
});

describe("admin -- environment-keys", () => {
  it("forget says what a new key loses, and does nothing until that is accepted", async () => {
    const listed = await admin({}, "environment-keys", "list");
    expect(listed).toMatch(/^SECRETS_ENCRYPTION_KEY {2}since \d{4}-/m);
    await expect(admin({}, "environment-keys", "forget", "SECRETS_ENCRYPTION_KEY")).rejects.toThrow(
      /loses .*kept files.*--accept-loss/,
    );
    expect(await admin({}, "environment-keys", "list")).toBe(listed);
  });
});
