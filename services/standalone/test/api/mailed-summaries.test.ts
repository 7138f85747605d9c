import { until } from "@receipts/testing";
import { mailbox, useMailbox } from "../mailbox.ts";
import { refusedAs } from "../refusals.ts";
import { aMember, aPerson, sessionCookie, signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

useMailbox();
useSystem(() => ({ verifiers: ["telebirr"], env: mailbox.env }));

/** In the past of the account's clock, so that the summary of today is due once it was not made. */
const HOUR = 0;

const emailOf = async (userId: string): Promise<string> =>
  String((await system.sql("select email from users where id = $1", userId))[0]?.["email"]);

/** As if the choice had been made yesterday. */
const makeDue = (userId: string) =>
  system.sql("update members set summarized_on = summarized_on - 1 where user_id = $1", userId);

async function withPayments(): Promise<TestAccount> {
  const account = await system.account();
  await system.verify(account, { bank: "telebirr", reference: "DJ57QK2M41" }, { waitMs: 10_000 });
  // In the day that ends at the account's midnight.
  await system.sql(
    "update verification_requests set created_at = date_trunc('day', now() at time zone 'Africa/Addis_Ababa') at time zone 'Africa/Addis_Ababa' - interval '1 hour' where user_id = $1",
    account.userId,
  );
  return account;
}

describe("the daily summary by mail", () => {
  it("comes once a day at the chosen hour, with the payments of the day before", async () => {
    const account = await withPayments();
    const person = await signIn(system, account);
    const { body } = await person("patch", "/api/profile").send({ summaryMailHour: HOUR }).expect(200);
    expect(body.data.summaryMailHour).toBe(HOUR);
    const email = await emailOf(account.userId);
    await makeDue(account.userId);
    const { subject, text } = await mailbox.next(email);
    expect(subject).toContain("The last 24 hours");
    expect(text).toMatch(/Accepted: \d+, [\d,]+\.\d\d ETB\n/);
    expect(text).toContain("ቀሪ ክሬዲት");
    const [row] = await system.sql(
      "select summarized_on = (now() at time zone 'Africa/Addis_Ababa')::date as done from members where user_id = $1",
      account.userId,
    );
    expect(row).toEqual({ done: true });
    // A choice that is made anew makes none due.
    await person("patch", "/api/profile").send({ summaryMailHour: null }).expect(200);
    await person("patch", "/api/profile").send({ summaryMailHour: HOUR }).expect(200);
    const other = await withPayments();
    const witness = await signIn(system, other);
    await witness("patch", "/api/profile").send({ summaryMailHour: HOUR }).expect(200);
    await makeDue(other.userId);
    await mailbox.next(await emailOf(other.userId));
    expect(mailbox.of(email)).toHaveLength(1);
  });

  it("goes to each person who chose it, and to none who may not see money", async () => {
    const account = await withPayments();
    const owner = await signIn(system, account);
    await owner("patch", "/api/profile").send({ summaryMailHour: HOUR }).expect(200);
    const [manager, demoted] = [
      await aMember(system, account, "manager"),
      await aMember(system, account, "manager"),
    ];
    for (const member of [manager, demoted]) {
      const cookie = await sessionCookie(system, account, member);
      const change = system.call("patch", "/api/profile").set("cookie", cookie);
      await change.send({ summaryMailHour: HOUR }).expect(200);
    }
    await system.sql("update members set role = 'developer' where id = $1", demoted);
    const emails = await system.sql<{ id: string; email: string }>(
      "select m.id, p.email from members m join users p on p.id = m.person_id where m.user_id = $1",
      account.userId,
    );
    const emailFor = (id: string) => emails.find((row) => row.id === id)?.email ?? "";
    await makeDue(account.userId);
    await mailbox.next(emailFor(manager));
    await mailbox.next(await emailOf(account.userId));
    await until(
      async () => (await system.sql("select from mails where kind = 'daily_summary'")).length === 0,
    );
    expect(mailbox.of(emailFor(demoted))).toEqual([]);
  });

  it("that still waits when its reader is demoted is not sent", async () => {
    const account = await withPayments();
    const member = await aMember(system, account, "manager");
    const [person] = await system.sql<{ email: string }>(
      "select p.email from members m join users p on p.id = m.person_id where m.id = $1",
      member,
    );
    await system.sql(
      "update members set role = 'developer', summary_hour = 0, summarized_on = current_date where id = $1",
      member,
    );
    await system.sql(
      `insert into mails (id, kind, email, content, expires_at)
       values ('mal_' || new_ulid(), 'daily_summary', $1,
               jsonb_build_object('userId', $2::text, 'memberId', $3::text, 'from', now() - interval '1 day', 'to', now()),
               now() + interval '1 hour')`,
      person?.email,
      account.userId,
      member,
    );
    await until(
      async () => (await system.sql("select from mails where email = $1", person?.email)).length === 0,
    );
    expect(mailbox.of(person?.email ?? "")).toEqual([]);
  });

  it.each([24, -1, 7.5, "7"])("is refused at the hour %s", async (summaryMailHour) => {
    const { person } = await aPerson(system);
    await person("patch", "/api/profile")
      .send({ summaryMailHour })
      .expect(refusedAs("invalid_payload", "summaryMailHour"));
  });
});
