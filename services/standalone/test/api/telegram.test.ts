import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { newId } from "@receipts/contracts";
import { until } from "@receipts/testing";
import type { BotUpdate } from "../../../gateway/src/telegram/bot-client.ts";
import { createHandleUpdate } from "../../../gateway/src/telegram/handle-update.ts";
import type { VerifyRules } from "../../../gateway/src/verification/verify-command.ts";
import { type BotApi, openBotApi } from "../bot-api.ts";
import { openShop } from "../shop.ts";
import { aMember, aPerson, type CallSignedIn, sessionCookie, signIn } from "../signed-in.ts";
import { aReference, openSystem, system, type TestAccount, useSystem } from "../system.ts";

let bot: BotApi;
beforeAll(async () => {
  bot = await openBotApi();
});
useSystem(() => ({ verifiers: ["telebirr"], env: bot.env }));
afterAll(() => bot.close());

let chats = 9_000;
const aChat = () => {
  chats += 1;
  return chats;
};

async function newCode(person: CallSignedIn): Promise<string> {
  return (await person("post", "/api/telegram/codes").send({}).expect(201)).body.data.code;
}

interface Linked {
  readonly account: TestAccount;
  readonly person: CallSignedIn;
  readonly chatId: number;
  /** Id of the link. */
  readonly id: string;
}

async function linked(options: { credits?: number; language?: string } = {}): Promise<Linked> {
  const { account, person } = await aPerson(system, { credits: options.credits ?? 100 });
  const chatId = aChat();
  const id = await link(person, chatId, options.language);
  return { account, person, chatId, id };
}

async function link(person: CallSignedIn, chatId: number, language = "en"): Promise<string> {
  const before = bot.texts(chatId).length;
  bot.say({ chatId, language }, `/start ${await newCode(person)}`);
  await until(() => bot.texts(chatId).length > before, { what: "a linked chat" });
  const { chats: all } = await telegramOf(person);
  return all.at(-1)?.id ?? "";
}

async function telegramOf(person: CallSignedIn): Promise<{
  enabled: boolean;
  bot: string | null;
  chats: { id: string; name: string; topics: string[]; blockedAt: string | null; language: string }[];
}> {
  return (await person("get", "/api/telegram").expect(200)).body.data;
}

/** Waits until everything that was said has been handled and sent. */
async function quiet(): Promise<void> {
  await until(bot.isIdle);
  await until(async () => (await system.sql("select from telegram_messages")).length === 0);
}

async function requestsOf({ userId }: TestAccount): Promise<number> {
  return (await system.sql("select from verification_requests where user_id = $1", userId)).length;
}

describe("a chat", () => {
  it("is linked by a code that works once", async () => {
    const { account, person } = await aPerson(system);
    await until(async () => (await telegramOf(person)).bot === "test_bot");
    const create = () => person("post", "/api/telegram/codes").set("Idempotency-Key", "code-1").send({});
    const { body } = await create().expect(201);
    const { code, url } = body.data;
    expect((await create().expect(201)).body.data).toEqual({ ...body.data, code: null, url: null });
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(url).toBe(`https://t.me/test_bot?start=${code}`);
    const [first, second] = [aChat(), aChat()];
    bot.say({ chatId: first }, `/start ${code}`);
    await bot.next(first, "is linked to your account");
    bot.say({ chatId: second }, code);
    await bot.next(second, "not linked");
    expect(await telegramOf(person)).toEqual({
      enabled: true,
      bot: "test_bot",
      chats: [
        expect.objectContaining({
          name: "Sara (@sara)",
          topics: ["review_needed", "receipt_reused", "credits_low"],
          blockedAt: null,
        }),
      ],
    });
    const audit = await system.auditOf(account.userId, "action");
    expect(audit.map(({ action }) => action)).toEqual(["telegram_code.created", "telegram_chat.linked"]);
  });

  it("is linked by one of two chats that send the code at once", async () => {
    const { person } = await aPerson(system);
    const code = await newCode(person);
    for (const chatId of [aChat(), aChat()]) bot.say({ chatId }, code.toLowerCase().replace("-", ""));
    await quiet();
    expect((await telegramOf(person)).chats).toHaveLength(1);
  });

  it("is not linked by an expired or a replaced code", async () => {
    const { account, person } = await aPerson(system);
    const [replaced, expired] = [await newCode(person), await newCode(person)];
    await system.sql(
      "update telegram_codes set expires_at = now() - interval '1 second' where user_id = $1",
      account.userId,
    );
    for (const code of [replaced, expired]) {
      const chatId = aChat();
      bot.say({ chatId }, code);
      await bot.next(chatId, "not linked");
    }
    expect((await telegramOf(person)).chats).toEqual([]);
  });

  it("ends with the membership of the person who linked it, with a lower role, and with a disabled sign-in", async () => {
    const { account, person } = await aPerson(system, { credits: 100 });
    for (const end of ["remove", "demote", "disable"] as const) {
      const memberId = await aMember(system, account, "manager");
      const cookie = await sessionCookie(system, account, memberId);
      const manager: CallSignedIn = (method, path) => system.call(method, path).set("cookie", cookie);
      const chatId = aChat();
      await link(manager, chatId);
      const unused = await newCode(manager);
      if (end === "disable")
        await system.sql(
          "update users set disabled_at = now() where id = (select person_id from members where id = $1)",
          memberId,
        );
      else if (end === "remove") await person("delete", `/api/members/${memberId}`).expect(200);
      else await person("patch", `/api/members/${memberId}`).send({ role: "developer" }).expect(200);
      if (end !== "disable") expect((await telegramOf(person)).chats).toEqual([]);
      // Queued before, and not sent yet.
      await system.sql(
        `insert into telegram_messages (id, chat_id, user_id, kind, content, next_attempt_at)
         values ($1, $2, $3, 'credits_low', '{"balance": 3}', now())`,
        ...[newId("telegramMessage"), chatId, account.userId],
      );
      await until(
        async () =>
          (await system.sql("select from telegram_messages where chat_id = $1", chatId)).length === 0,
      );
      expect(bot.texts(chatId).filter((text) => text.includes("low"))).toEqual([]);
      bot.say({ chatId }, "Dear customer");
      await bot.next(chatId, "not linked");
      const other = aChat();
      bot.say({ chatId: other }, unused);
      await bot.next(other, "not linked");
    }
  });

  it("has five guesses an hour", async () => {
    const { person } = await aPerson(system);
    const code = await newCode(person);
    const chatId = aChat();
    for (let guess = 0; guess < 5; guess += 1) bot.say({ chatId }, `/start 2222-222${guess + 2}`);
    bot.say({ chatId }, `/start ${code}`);
    await quiet();
    expect(bot.texts(chatId)).toHaveLength(5);
    expect((await telegramOf(person)).chats).toEqual([]);
    // The code is still good for its owner.
    await link(person, aChat());
  });

  it("cannot verify if it is not linked, is a group, or may not", async () => {
    const { account, person, chatId, id } = await linked();
    const stranger = aChat();
    bot.say({ chatId: stranger }, aReference());
    await bot.next(stranger, "not linked");
    bot.say({ chatId, type: "group" }, aReference());
    await person("patch", `/api/telegram/chats/${id}`).send({ mayVerify: false }).expect(200);
    bot.say({ chatId }, aReference());
    await bot.next(chatId, "may not verify");
    await quiet();
    expect(await requestsOf(account)).toBe(0);
    expect(await system.balanceOf(account)).toBe(100);
  });

  it("ends its link by /stop, and from the dashboard, with the waiting messages", async () => {
    const { account, person, chatId, id } = await linked();
    bot.say({ chatId }, "/stop");
    await bot.next(chatId, "not linked any more");
    expect((await telegramOf(person)).chats).toEqual([]);
    await person("delete", `/api/telegram/chats/${id}`).expect(404);
    const again = await link(person, chatId);
    await person("delete", `/api/telegram/chats/${again}`).expect(204);
    const before = bot.texts(chatId).length;
    await system.sql("select queue_telegram($1, 'credits_low', null, '{}')", account.userId);
    await quiet();
    expect(bot.texts(chatId)).toHaveLength(before);
  });

  it("belongs to no other account, whose owner cannot see or change it", async () => {
    const { chatId, id } = await linked();
    const other = await aPerson(system);
    bot.say({ chatId }, `/start ${await newCode(other.person)}`);
    await bot.next(chatId, "linked already");
    for (const call of [
      other.person("patch", `/api/telegram/chats/${id}`).send({ mayVerify: true }),
      other.person("delete", `/api/telegram/chats/${id}`),
    ])
      await call.expect(404);
    expect((await telegramOf(other.person)).chats).toEqual([]);
  });
});

describe("a receipt sent to the bot", () => {
  it("gets the bank's verdict for one credit, in the language of the chat", async () => {
    const { account, chatId } = await linked({ language: "am" });
    await system.saveBankAccount(account, "telebirr");
    const payment = await system.pay({
      bank: "telebirr",
      amount: "1250.00",
      receiverAccount: "0911005678",
      receiverName: "Selam Coffee Trading",
      senderName: "Abebe Kebede",
    });
    bot.say({ chatId }, payment.smsText);
    const verdict = await bot.next(chatId, "1,250.00 ETB");
    expect(bot.texts(chatId).slice(1)).toEqual([expect.stringContaining("ከባንኩ ጋር"), verdict]);
    expect(verdict).toContain("https://api.example.test/dashboard/requests/ver_");
    expect(await system.balanceOf(account)).toBe(99);
  });

  it("leads to the page where a person decides, if the verdict is in doubt", async () => {
    const { chatId } = await linked();
    // No account to compare the receiver with.
    bot.say({ chatId }, aReference());
    await bot.next(chatId, "/dashboard/requests/");
    expect(bot.buttons(chatId)).toEqual([
      expect.stringMatching(/^https:\/\/api\.example\.test\/dashboard\/requests\/ver_/),
    ]);
  });

  it("is verified once if its update is delivered twice", async () => {
    const { account, chatId } = await linked();
    const updateId = bot.say({ chatId }, aReference());
    bot.deliverAgain(updateId);
    await bot.next(chatId, "ETB");
    await until(bot.isIdle);
    bot.deliverAgain(updateId);
    await quiet();
    expect(await requestsOf(account)).toBe(1);
    expect(bot.texts(chatId)).toHaveLength(3);
    expect(await system.balanceOf(account)).toBe(99);
  });

  it("is verified once if the gateway crashed before the update was marked", async () => {
    const { account, chatId } = await linked();
    const updateId = bot.say({ chatId }, aReference());
    await bot.next(chatId, "ETB");
    await quiet();
    await system.sql("delete from telegram_updates where id = $1", updateId);
    bot.deliverAgain(updateId);
    await until(() => bot.texts(chatId).length === 5);
    expect(await requestsOf(account)).toBe(1);
    expect(await system.balanceOf(account)).toBe(99);
  });

  it("is refused without credits, and if there is no receipt in it", async () => {
    const { account, chatId } = await linked({ credits: 0 });
    bot.say({ chatId }, aReference());
    await bot.next(chatId, "no credits left");
    bot.say({ chatId }, "Good morning");
    await bot.next(chatId, "No receipt could be recognized");
    expect(await requestsOf(account)).toBe(0);
  });

  it("is not verified for a disabled account", async () => {
    const { account, chatId } = await linked();
    await system.sql("update users set disabled_at = now() where id = $1", account.userId);
    bot.say({ chatId }, aReference());
    await bot.next(chatId, "not linked");
    expect(await requestsOf(account)).toBe(0);
  });
});

/** A message can wait, such as for Telegram's limit. */
it("tells the person's decision alone if a receipt was rejected before its message is sent", async () => {
  const { account, person, chatId } = await linked();
  const receipt = { bank: "telebirr", reference: aReference() };
  const { body } = await system.verify(account, receipt, { waitMs: 10_000 }).expect(200);
  await person("post", `/api/verify/${body.requestId}/resolve`).send({ decision: "reject" }).expect(200);
  await system.sql(
    `insert into telegram_messages (id, chat_id, user_id, kind, subject, content, next_attempt_at)
     values ($1, $2, $3, 'verdict', $4, '{}', now())`,
    ...[newId("telegramMessage"), chatId, account.userId, body.requestId],
  );
  const text = await bot.next(chatId, "A person rejected it.");
  expect(text).toContain("⛔ Do not deliver");
  expect(text).not.toContain("No account to compare the receiver with");
});

describe("an owner's messages", () => {
  it("name a receipt that was used twice, and one that needs a review, with a button that opens its page", async () => {
    const { account, chatId } = await linked();
    const body = { bank: "telebirr", reference: aReference() };
    const verified = await system.verify(account, body, { waitMs: 10_000 }).expect(200);
    await bot.next(chatId, "needs your review");
    const page = `https://api.example.test/dashboard/requests/${verified.body.requestId}`;
    expect(bot.buttons(chatId)).toEqual([page]);
    await system.verify(account, body, { waitMs: 10_000 }).expect(200);
    expect(await bot.next(chatId, "used twice")).toContain(body.reference);
  });

  it("name a deposit that needs a review, and one whose receipt was used before", async () => {
    const shop = await openShop(system);
    const person = await signIn(system, shop.account);
    const chatId = aChat();
    await link(person, chatId);
    const receipt = await shop.pay({ receiverName: "Abel Girma" });
    const held = await shop.submitAndSettle((await shop.deposit()).id, receipt);
    expect(await bot.next(chatId, "needs your review")).toContain(`/dashboard/deposits/${held.id}`);
    const another = await shop.submitAndSettle((await shop.deposit()).id, receipt);
    expect(another.lastError).toBe("receipt_already_used");
    expect(await bot.next(chatId, "used twice")).toContain(`/dashboard/deposits/${another.id}`);
  });

  it("tell low credits once", async () => {
    const { account, chatId } = await linked({ credits: 51 });
    for (let nth = 0; nth < 3; nth += 1)
      await system.verify(account, { bank: "telebirr", reference: aReference() }).expect(202);
    await bot.next(chatId, "Credits are low: 49");
    await quiet();
    expect(bot.texts(chatId).filter((text) => text.includes("low"))).toHaveLength(1);
  });

  it("are only those that he chose", async () => {
    const { account, person, chatId, id } = await linked();
    await person("patch", `/api/telegram/chats/${id}`)
      .send({ topics: ["receipt_reused", "receipt_reused"] })
      .expect(200);
    await person("patch", `/api/telegram/chats/${id}`)
      .send({ topics: ["gossip"] })
      .expect(422);
    const body = { bank: "telebirr", reference: aReference() };
    await system.verify(account, body, { waitMs: 10_000 }).expect(200);
    await system.verify(account, body, { waitMs: 10_000 }).expect(200);
    await bot.next(chatId, "used twice");
    await quiet();
    expect(bot.texts(chatId).filter((text) => text.includes("review"))).toEqual([]);
  });

  it.each(["Africa/Addis_Ababa", "Pacific/Auckland"])(
    "sum up each day once, from the chosen hour of %s on",
    async (zone) => {
      const { account, person, chatId, id } = await linked();
      await system.sql("update users set time_zone = $2 where id = $1", account.userId, zone);
      const [{ hour }] = (await system.sql<{ hour: number }>(
        "select extract(hour from now() at time zone $1)::int as hour",
        zone,
      )) as [{ hour: number }];
      await person("patch", `/api/telegram/chats/${id}`)
        .send({ topics: ["daily_summary"], summaryHour: hour })
        .expect(200);
      await system.sql(
        `insert into verification_requests
         (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status, verified, result, requeue_after, deadline_at,
          http_request_id, created_at, completed_at)
       select 'ver_' || new_ulid(), $1, 'telebirr', 'R', 'K', 'MISS', 'completed', 'success', true, result, at, at, 'test', at, at
         from (values ('{"decision":"accept","amount":1000.5}'::jsonb), ('{"decision":"accept","amount":249.5}'),
                      ('{"decision":"review","amount":5}'), ('{"decision":"reject","amount":7}')) r(result),
              lateral (select date_trunc('hour', now()) - interval '1 minute' as at) t`,
        account.userId,
      );
      // As if linked yesterday: today's summary is due.
      await system.sql("update telegram_chats set summarized_on = summarized_on - 1 where id = $1", id);
      expect(await bot.next(chatId, "Last 24 hours")).toBe(
        "Last 24 hours\nAccepted: 2, 1,250.00 ETB\nTo review: 1\nNot accepted: 1\nCredits left: 100\nhttps://api.example.test/dashboard/reports",
      );
      const [row] = await system.sql(
        "select (now() at time zone $2 - make_interval(hours => summary_hour))::date = summarized_on as done from telegram_chats where id = $1",
        id,
        zone,
      );
      expect(row).toEqual({ done: true });
    },
  );
});

describe("a person with a long name", () => {
  it("is linked, though the name is cut at an emoji", async () => {
    const { person } = await aPerson(system);
    const chatId = aChat();
    bot.say({ chatId, firstName: "😀".repeat(120) }, `/start ${await newCode(person)}`);
    await bot.next(chatId, "is linked to your account");
    const { chats: linkedChats } = await telegramOf(person);
    expect(linkedChats[0]?.name).toBe("😀".repeat(100));
  });
});

describe("a chat with very many messages", () => {
  it("gets five in five seconds, and another chat's next message does not wait behind them", async () => {
    const [busy, other] = [await linked(), await linked()];
    const queue =
      "select queue_telegram($1, 'credits_low', null, '{\"balance\":1}') from generate_series(1, $2)";
    await system.sql(queue, busy.account.userId, 100);
    const turns = await system.sql(
      "select count(*)::int as size from telegram_messages where chat_id = $1 group by next_attempt_at",
      busy.chatId,
    );
    expect(turns.length).toBeGreaterThan(15);
    for (const { size } of turns) expect(size).toBeLessThanOrEqual(5);
    await system.sql(queue, other.account.userId, 1);
    await bot.next(other.chatId, "Credits are low");
    expect(bot.texts(busy.chatId).length).toBeLessThan(50);
    await system.sql("delete from telegram_messages where chat_id = $1", busy.chatId);
  });
});

it("a chat does not wait for another account, whose lock a call holds", async () => {
  const [held, other] = [await linked(), await linked()];
  const client = await system.database.pool.connect();
  await client.query("begin");
  await client.query("select from users where id = $1 for no key update", [held.account.userId]);
  bot.say({ chatId: held.chatId }, "/stop");
  bot.say({ chatId: held.chatId }, "/help");
  bot.say({ chatId: other.chatId }, "/help");
  await bot.next(other.chatId, "Send a payment SMS");
  expect((await telegramOf(held.person)).chats).toHaveLength(1);
  await client.query("rollback");
  client.release();
  await bot.next(held.chatId, "not linked any more");
  await quiet();
  expect((await telegramOf(held.person)).chats).toEqual([]);
});

it("a code counts as one guess, however often it is tried while its account is being changed", async () => {
  const { account, person } = await aPerson(system);
  const chatId = aChat();
  const limiter = system.fastStore.rateLimiter({ name: "guesses", points: 5, windowSeconds: 3_600 });
  const handle = createHandleUpdate({
    pool: system.database.pool,
    botId: 78,
    submit: () => Promise.reject(new Error("it was verified")),
    rules: {} as VerifyRules,
    ...{ strangers: limiter, receipts: limiter, receiptsOfAccount: limiter },
  });
  const update = {
    update_id: 1,
    message: {
      ...{ chat: { id: chatId, type: "private" }, from: { first_name: "Sara" } },
      text: `/start ${await newCode(person)}`,
    },
  } as BotUpdate;
  const client = await system.database.pool.connect();
  await client.query("begin");
  await client.query("select from users where id = $1 for no key update", [account.userId]);
  for (let tries = 0; tries < 6; tries += 1) await expect(handle(update)).rejects.toThrow("being changed");
  await client.query("rollback");
  client.release();
  await handle(update);
  expect((await telegramOf(person)).chats).toHaveLength(1);
});

it("a receipt beyond the limit of all chats of its account is answered, and not verified", async () => {
  const { account, chatId } = await linked();
  const limiter = (allowed: boolean) => ({
    consume: async () => ({ allowed, limit: 1, remaining: 0, resetMs: 1 }),
  });
  const handle = createHandleUpdate({
    pool: system.database.pool,
    botId: 1,
    submit: () => Promise.reject(new Error("it was verified")),
    rules: {} as VerifyRules,
    strangers: limiter(false),
    receipts: limiter(true),
    receiptsOfAccount: limiter(false),
  });
  const chat = { id: chatId, type: "private" };
  await handle({
    update_id: 1,
    message: { chat, from: { first_name: "Sara", is_bot: false }, text: aReference() },
  } as BotUpdate);
  await bot.next(chatId, "Too many receipts");
  expect(await requestsOf(account)).toBe(0);
});

describe("Telegram's refusals", () => {
  it("403: the link ends, the dashboard says so, and the chat can be linked again", async () => {
    const { account, person, chatId } = await linked();
    bot.refuse("sendMessage", { status: 403 }, chatId);
    await system.sql("select queue_telegram($1, 'credits_low', null, '{\"balance\":1}')", account.userId);
    await until(async () => (await telegramOf(person)).chats[0]?.blockedAt !== null);
    bot.refuse("sendMessage", undefined);
    await quiet();
    bot.say({ chatId }, aReference());
    await bot.next(chatId, "not linked");
    expect(await requestsOf(account)).toBe(0);
    await link(person, chatId);
    expect((await telegramOf(person)).chats.map(({ blockedAt }) => blockedAt)).toEqual([null]);
    const audit = await system.auditOf(account.userId, "action");
    expect(audit.map(({ action }) => action)).toContain("telegram_chat.blocked");
  });

  it("429: the message waits as long as Telegram says, and no attempt is counted", async () => {
    const { account, chatId } = await linked();
    bot.refuse("sendMessage", { status: 429, retryAfter: 120 }, chatId);
    await system.sql("select queue_telegram($1, 'credits_low', null, '{\"balance\":7}')", account.userId);
    const waits = () =>
      system.sql(
        `select attempts from telegram_messages
          where chat_id = $1 and next_attempt_at between now() + interval '90 seconds' and now() + interval '121 seconds'`,
        chatId,
      );
    await until(async () => (await waits()).length === 1);
    expect(await waits()).toEqual([{ attempts: 0 }]);
    bot.refuse("sendMessage", undefined);
    await system.sql("update telegram_messages set next_attempt_at = now() where chat_id = $1", chatId);
    await bot.next(chatId, "Credits are low: 7");
  });

  it.each([{ status: 401 }, { status: 500 }])("%j: the message is tried again", async (refusal) => {
    const { account, chatId } = await linked();
    bot.refuse("sendMessage", refusal, chatId);
    await system.sql("select queue_telegram($1, 'credits_low', null, '{\"balance\":8}')", account.userId);
    await until(async () => {
      const rows = await system.sql(
        "select from telegram_messages where chat_id = $1 and attempts = 1 and next_attempt_at < now() + interval '6 seconds'",
        chatId,
      );
      return rows.length === 1 && bot.refused("sendMessage") > 0;
    });
    bot.refuse("sendMessage", undefined);
    await system.sql("update telegram_messages set next_attempt_at = now() where chat_id = $1", chatId);
    await bot.next(chatId, "Credits are low: 8");
  });

  it("400: the message is given up", async () => {
    const { account, chatId } = await linked();
    bot.refuse("sendMessage", { status: 400 }, chatId);
    await system.sql("select queue_telegram($1, 'credits_low', null, '{\"balance\":9}')", account.userId);
    await until(async () => (await system.metric("telegram_messages_total", { outcome: "given_up" })) === 1);
    bot.refuse("sendMessage", undefined);
    await quiet();
  });

  it.each([{ status: 409 }, { status: 401 }, { status: 429, retryAfter: 1 }])(
    "%j of a poll: updates are read when it ends",
    async (refusal) => {
      const { chatId } = await linked();
      const before = bot.refused("getUpdates");
      bot.refuse("getUpdates", refusal);
      await until(() => bot.refused("getUpdates") > before);
      bot.refuse("getUpdates", undefined);
      bot.say({ chatId }, "/help");
      await bot.next(chatId, "Send a payment SMS");
    },
  );

  it("a redirect: no other host is called", async () => {
    const { account, chatId } = await linked();
    let calls = 0;
    const other = createServer((_request, response) => {
      calls += 1;
      response.end("{}");
    }).listen(0, "127.0.0.1");
    await until(() => other.listening);
    const { port } = other.address() as AddressInfo;
    const before = bot.refused("sendMessage");
    bot.refuse("sendMessage", { status: 307, redirectTo: `http://127.0.0.1:${port}/` }, chatId);
    await system.sql("select queue_telegram($1, 'credits_low', null, '{\"balance\":3}')", account.userId);
    await until(() => bot.refused("sendMessage") > before);
    bot.refuse("sendMessage", undefined);
    await until(
      async () => (await system.sql("select from telegram_messages where attempts = 1")).length === 1,
    );
    await system.sql("update telegram_messages set next_attempt_at = now()");
    await bot.next(chatId, "Credits are low: 3");
    expect(calls).toBe(0);
    other.close();
  });
});

it("is read by one of several gateways, and by another one after it stopped", async () => {
  await system.startGateway();
  const { chatId } = await linked();
  bot.say({ chatId }, "/help");
  await bot.next(chatId, "Send a payment SMS");
  expect(bot.mostPolls()).toBe(1);
  // As after a crash of the reader: its lease has ended, and another one takes it.
  await system.sql(
    "update telegram_bots set lease_token = 'crashed', leased_until = now() + interval '1 second'",
  );
  bot.say({ chatId }, "/stop");
  await bot.next(chatId, "not linked any more");
});

it("is off without a token", async () => {
  await using without = await openSystem({ verifiers: [] });
  const { person } = await aPerson(without);
  expect(await telegramOf(person)).toEqual({ enabled: false, bot: null, chats: [] });
  await person("post", "/api/telegram/codes").send({}).expect(409);
});
