import { pause } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
import { KEY_CACHE_MS } from "../../../gateway/src/http/caller.ts";
import { runAdmin } from "../admin.ts";
import { overtake } from "../overtake.ts";
import { aMember, aPerson, sessionCookie } from "../signed-in.ts";
import { aReceipt, system, useSystem } from "../system.ts";

useSystem({ verifiers: ["telebirr"] });

/** Longer than a process may accept an ended key. */
const SLOW_MS = 1_500;

describe("a call that waits for its verdict", () => {
  it.each([
    ["a revoked key", "update api_keys set revoked_at = now() where id = $1", 401],
    [
      "a key whose maker may do less",
      "update members set role = 'developer' where id = (select made_by from api_keys where id = $1)",
      403,
    ],
  ])("tells nothing more to %s", async (_which, statement, status) => {
    const account = await system.account();
    const memberId = await aMember(system, account, "manager");
    const key = await system.keyOf(account);
    await system.sql("update api_keys set made_by = $2 where id = $1", key.id, memberId);
    await system.control({ bank: "telebirr", latencyMs: SLOW_MS });
    // Sent once it is awaited.
    const waiting = Promise.resolve(
      system.verify(key, { bank: "telebirr", reference: `DJ57QK2${status}` }, { waitMs: 15_000 }),
    );
    await until(
      async () =>
        (await system.sql("select from verification_requests where api_key_id = $1", key.id)).length === 1,
    );
    await system.sql(statement, key.id);
    const { status: answered, body } = await waiting;
    expect([answered, body.data, body.verification]).toEqual([status, null, undefined]);
    await system.control({ bank: "telebirr", latencyMs: 0 });
  });
});

it("a submission that waited, for a slow name or the database, is not admitted for a key that was revoked meanwhile", async () => {
  const account = await system.account({ credits: 5 });
  const key = await system.keyOf(account);
  const { status } = await overtake({
    // The look-up of the idempotency key waits for it.
    lock: ["lock table idempotency_keys in access exclusive mode"],
    act: () => system.verify(key, aReceipt(), { idempotencyKey: "order-1" }),
    meanwhile: async () => {
      await system.sql("update api_keys set revoked_at = now() where id = $1", key.id);
      // A process may accept a revoked key for so long.
      await pause(KEY_CACHE_MS + 50);
    },
  });
  expect(status).toBe(401);
  expect(await system.sql("select from verification_requests where api_key_id = $1", key.id)).toEqual([]);
  expect(await system.balanceOf(account)).toBe(5);
});

it("an open stream ends when its session needs a second factor first", async () => {
  const account = await system.account();
  const cookie = await sessionCookie(system, account, await aMember(system, account, "developer"));
  const { body } = await system
    .call("post", "/api/webhook-listeners")
    .set("cookie", cookie)
    .send({})
    .expect(201);
  rememberSecret(body.data.secret);
  const stream = await fetch(`${system.url}/api/webhook-listeners/${body.data.id}/stream`, {
    headers: { cookie },
  });
  expect(stream.status).toBe(200);
  await system.sql("update users set two_factor_required = true where id = $1", account.userId);
  // Ends only with the stream.
  await stream.text();
});

it("an erased person is gone from the other accounts too, with chats, codes and invitations", async () => {
  const [{ account: person }, { account: shop, person: owner }] = [
    await aPerson(system),
    await aPerson(system),
  ];
  const [member] = await system.sql<{ id: string }>(
    "insert into members (id, user_id, role, person_id) values ('mem_' || new_ulid(), $1, 'manager', $2) returning id",
    shop.userId,
    person.userId,
  );
  await system.sql(
    `insert into telegram_chats (id, user_id, chat_id, name, language, topics, summarized_on, member_id)
     values ('tgc_' || new_ulid(), $1, 778, 'Canary Person (@canary)', 'en', '{review_needed}', now()::date, $2)`,
    shop.userId,
    member?.id,
  );
  await runAdmin(system.environment, "account", "erase", "--user", person.userId, "--yes");
  expect((await owner("get", "/api/telegram").expect(200)).text).not.toContain("Canary");
  expect(await system.auditOf(shop.userId)).toContainEqual(
    expect.objectContaining({ action: "member.removed", subject: member?.id }),
  );
});
