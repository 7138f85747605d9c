import { randomBytes } from "node:crypto";
import { newId } from "@receipts/contracts";
import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { createSecretBox, createSigningSecretStore } from "@receipts/webhooks";
import { createAccount } from "../accounts/account-repository.ts";
import { readAdminEnvironment } from "./admin-environment.ts";
import { createAdminProgram } from "./admin-program.ts";

const [before, present] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function admin(keys: Record<string, string>, ...words: string[]): Promise<string> {
  const printed: string[] = [];
  const environment = () => readAdminEnvironment({ DATABASE_URL: database.url, ...keys });
  const program = createAdminProgram({ environment, print: (line) => printed.push(line) });
  await program.parseAsync(words, { from: "user" });
  return printed.join("\n");
}

describe("admin -- webhook-secret", () => {
  it("seals what a previous key has sealed with the present one, which then opens it alone", async () => {
    const email = `${newId("user")}@example.test`;
    const { id } = await createAccount(database.pool, { email, name: "A", credits: 0 });
    const made = await admin({ SECRETS_ENCRYPTION_KEY: before }, "webhook-secret", "create", "--user", id);
    const keys = { SECRETS_ENCRYPTION_KEY: present, SECRETS_ENCRYPTION_KEYS_PREVIOUS: before };
    expect(await admin(keys, "webhook-secret", "reseal")).toMatch(/the secrets of 1 accounts/);
    expect(await admin(keys, "webhook-secret", "reseal")).toMatch(/the secrets of 0 accounts/);
    const store = createSigningSecretStore({ database: database.pool, secretBox: createSecretBox(present) });
    expect(made).toContain((await store.secretsOf(id))?.legacy);
    const { rows } = await database.pool.query("select action, user_id from audit_log order by id");
    expect(rows).toEqual([
      { action: "webhook_secret.created", user_id: id },
      { action: "webhook_secret.resealed", user_id: null },
    ]);
  });
});
