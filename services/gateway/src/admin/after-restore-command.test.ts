import { encodeMessage, verificationFinished, verificationRequested } from "@receipts/messaging";
import type { KeptMessage } from "@receipts/messaging/kafka";
import { database, useTestDatabase } from "@receipts/testing";
import { runAdmin } from "../../test/run-admin.ts";
import { createAccount } from "../accounts/account-repository.ts";
import { parseMoment } from "./option-parsers.ts";

const from = "2026-11-01T10:00:00.000Z";
const to = "2026-11-01T10:01:00.000Z";
const at = new Date("2026-11-01T10:00:30.000Z");

let userId: string;
useTestDatabase();
beforeAll(async () => {
  const account = { email: "a@example.test", name: "A", credits: 10 };
  userId = (await createAccount(database.pool, account)).id;
  await insertRequest("ver_ended", "2026-11-01T09:59:00Z", "2026-11-01T09:59:01Z");
  await insertRequest("ver_open", "2026-11-01T09:59:59Z", null);
  await insertRequest("ver_again", "2026-11-01T09:59:59Z", "2026-11-01T11:00:00Z");
  await insertRequest("ver_new", "2026-11-01T11:00:00Z", null);
});

async function insertRequest(id: string, createdAt: string, completedAt: string | null): Promise<void> {
  await database.pool.query(
    `insert into verification_requests (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status,
                                        requeue_after, deadline_at, http_request_id, created_at, completed_at, result)
     values ($1, $2, 'telebirr', 'DJ50000001', 'key', 'MISS', case when $4::text is null then 'queued' else 'completed' end,
             case when $4::text is null then 'pending' else 'not_found' end, now(), now(), 'req', $3, $4::timestamptz,
             case when $4::text is not null then '{}'::jsonb end)`,
    [id, userId, createdAt, completedAt],
  );
}

function requested(id: string, moment = at): KeptMessage {
  const topicName = verificationRequested.name("telebirr");
  const data = { verificationId: id, receiptKey: "key", userId };
  const { topic, value } = encodeMessage(verificationRequested, { topicName, requestId: `req-${id}`, data });
  return { topic, value, at: moment };
}

function finished(verificationId: string, deliveryId: string): KeptMessage {
  const topicName = verificationFinished.name();
  const data = { verificationId, deliveryId };
  const { topic, value } = encodeMessage(verificationFinished, {
    topicName,
    requestId: "req-finished",
    data,
  });
  return { topic, value, at };
}

async function afterRestore(kept: readonly KeptMessage[], span = { from, to }) {
  const printed: string[] = [];
  const asked: { topics: readonly string[]; since: Date }[] = [];
  await runAdmin(database.url, ["after-restore", "--from", span.from, "--to", span.to], {
    printed,
    readStoredMessages: async (options, show) => {
      asked.push(options);
      for (const message of kept) show(message);
    },
  });
  return { printed, asked };
}

/** Returns the lines below the first one with this beginning. */
function linesBelow(printed: readonly string[], start: string): string[] {
  const begin = printed.findIndex((line) => line.startsWith(start)) + 1;
  const rest = printed.slice(begin);
  const end = rest.findIndex((line) => !line.startsWith("  "));
  return rest.slice(0, end).map((line) => line.trim());
}

describe("admin -- after-restore", () => {
  it("lists lost requests with the ids to search in the logs, and the credits that reappeared", async () => {
    const messages = [requested("ver_gone"), requested("ver_ended"), requested("ver_gone")];
    const { printed } = await afterRestore(messages);
    expect(linesBelow(printed, "requests lost: 1.")).toEqual([
      `ver_gone account ${userId} bank telebirr request req-ver_gone at ${at.toISOString()}`,
    ]);
    expect(linesBelow(printed, "credits that these had spent, now back: 1")).toEqual([
      `account ${userId}: 1`,
    ]);
  });

  it("lists lost webhooks and whether their requests are queried again", async () => {
    const webhooks = [finished("ver_gone", "whd_gone"), finished("ver_open", "whd_open")];
    const { printed } = await afterRestore([...webhooks, requested("ver_gone")]);
    expect(linesBelow(printed, "webhooks lost: 2.")).toEqual([
      `whd_gone of ver_gone at ${at.toISOString()}: its request is lost`,
      `whd_open of ver_open at ${at.toISOString()}: its request is queried again and notified under another delivery id`,
    ]);
    expect(linesBelow(printed, "requests lost: 1.")[0]).toContain("bank telebirr");
  });

  it("finds a request with a cached verdict by its webhook alone", async () => {
    const { printed } = await afterRestore([finished("ver_cached", "whd_cached")]);
    expect(linesBelow(printed, "requests lost: 1.")[0]).toMatch(/^ver_cached account unknown bank unknown /);
  });

  it("lists requests that were open at that time, ended or not", async () => {
    const { printed } = await afterRestore([]);
    expect(linesBelow(printed, "requests queried again: 2, unfinished: 1.")).toEqual([
      `ver_again account ${userId}`,
      `ver_open account ${userId}`,
    ]);
  });

  it("reads every topic from shortly before the time, as clocks differ, and omits much later messages", async () => {
    const late = requested("ver_late", new Date("2026-11-01T12:00:00Z"));
    const { printed, asked } = await afterRestore([late]);
    expect(asked[0]?.since.toISOString()).toBe("2026-11-01T09:55:00.000Z");
    expect(asked[0]?.topics).toEqual(
      expect.arrayContaining(["verification.requested.cbe", "verification.finished"]),
    );
    expect(linesBelow(printed, "requests lost: 0.")).toEqual([]);
  });

  it("skips unreadable messages", async () => {
    const { printed } = await afterRestore([{ topic: "verification.finished", value: "{", at }]);
    expect(linesBelow(printed, "webhooks lost: 0.")).toEqual([]);
  });

  it("rejects a period that ends before it starts", async () => {
    await expect(afterRestore([], { from: to, to: from })).rejects.toThrow("--to is before --from");
  });

  it.each(["yesterday", "2026-11-01", "2026-11-01T10:00:00", "2026-13-01T10:00:00Z"])(
    "rejects %s: not a time, or without a zone",
    (text) => {
      expect(() => parseMoment(text)).toThrow("must be a time with a zone");
    },
  );
});
