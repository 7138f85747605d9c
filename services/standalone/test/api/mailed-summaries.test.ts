import { until } from "@receipts/testing";
import { mailbox, useMailbox } from "../mailbox.ts";
import { refusedAs } from "../refusals.ts";
import { aMember, aPerson, sessionCookie, signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

useMailbox();
useSystem(() => ({ verifiers: ["telebirr"], env: mailbox.env }));

const emailOf = async (userId: string): Promise<string> =>
  String((await system.sql("select email from users where id = $1", userId))[0]?.["email"]);

/** The hour that the account's clock shows: its day ends now, and not again during the test. */
async function presentHour(): Promise<number> {
  const [row] = await system.sql<{ hour: number }>(
    "select extract(hour from now() at time zone 'Africa/Addis_Ababa')::int as hour",
  );
  return row?.hour ?? 0;
}

/** As if the choice had been made yesterday. */
const makeDue = (userId: string) =>
  system.sql("update members set summarized_on = summarized_on - 1 where user_id = $1", userId);

/** An account with payments in the 24 hours before the present one, and others around them. */
async function withPayments(): Promise<TestAccount> {
  const account = await system.account();
  await system.sql(
    `insert into verification_requests
       (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status, verified, result, requeue_after, deadline_at,
        http_request_id, created_at, completed_at)
     select 'ver_' || new_ulid(), $1, 'telebirr', 'R', 'K', 'MISS', 'completed', 'success', true, result, at, at, 'test', at, at
       from (values ('{"decision":"accept","amount":1000.5}'::jsonb, interval '1 minute'),
                    ('{"decision":"accept","amount":249.5}', interval '23 hours 59 minutes'),
                    ('{"decision":"review","amount":5}', interval '2 hours'),
                    ('{"decision":"reject","amount":7}', interval '3 hours'),
                    ('{"decision":"accept","amount":11}', interval '24 hours 1 minute'),
                    ('{"decision":"accept","amount":13}', interval '-1 second')) r(result, ago),
            lateral (select date_trunc('hour', now()) - ago as at) t`,
    account.userId,
  );
  return account;
}

describe("the daily summary by mail", () => {
  it("comes once a day at the chosen hour, with the payments of the day before", async () => {
    const account = await withPayments();
    const person = await signIn(system, account);
    const hour = await presentHour();
    const { body } = await person("patch", "/api/profile").send({ summaryMailHour: hour }).expect(200);
    expect(body.data.summaryMailHour).toBe(hour);
    const email = await emailOf(account.userId);
    await makeDue(account.userId);
    const { subject, text } = await mailbox.next(email);
    expect(subject).toMatch(/^Test Merchant, \d+ \w+ 20\d\d: the last 24 hours/);
    for (const line of ["Accepted: 2, 1,250.00 ETB", "To review: 1", "Not accepted: 1", "Credits left: 100"])
      expect(text).toContain(line);
    expect(text).toContain("ቀሪ ክሬዲት");
    // A choice that is made again makes none due.
    await person("patch", "/api/profile").send({ summaryMailHour: null }).expect(200);
    await person("patch", "/api/profile")
      .send({ summaryMailHour: await presentHour() })
      .expect(200);
    const other = await withPayments();
    const witness = await signIn(system, other);
    await witness("patch", "/api/profile")
      .send({ summaryMailHour: await presentHour() })
      .expect(200);
    await makeDue(other.userId);
    await mailbox.next(await emailOf(other.userId));
    expect(mailbox.of(email)).toHaveLength(1);
  });

  it("goes to each person who chose it, and to none who may not see money", async () => {
    const account = await withPayments();
    const owner = await signIn(system, account);
    await owner("patch", "/api/profile")
      .send({ summaryMailHour: await presentHour() })
      .expect(200);
    const [manager, demoted] = [
      await aMember(system, account, "manager"),
      await aMember(system, account, "manager"),
    ];
    for (const member of [manager, demoted]) {
      const cookie = await sessionCookie(system, account, member);
      const change = system.call("patch", "/api/profile").set("cookie", cookie);
      await change.send({ summaryMailHour: await presentHour() }).expect(200);
    }
    await system.sql("update members set role = 'developer' where id = $1", demoted);
    const disabled = await aMember(system, account, "manager");
    await system.sql(
      "update members set summary_hour = 0, summarized_on = current_date where id = $1",
      disabled,
    );
    await system.sql(
      "update users set disabled_at = now() where id = (select person_id from members where id = $1)",
      disabled,
    );
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
    for (const member of [demoted, disabled]) expect(mailbox.of(emailFor(member))).toEqual([]);
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
