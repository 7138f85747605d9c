import { until } from "@receipts/testing";
import { queueMail } from "../../../gateway/src/mail/mail-repository.ts";
import { type Mailbox, openMailbox } from "../mailbox.ts";
import { aMember, anEmail, aPerson, aPersonWithPassword, PASSWORD } from "../signed-in.ts";
import { openSystem, type System, type TestAccount } from "../system.ts";

let mailbox: Mailbox;
beforeEach(async () => {
  mailbox = await openMailbox();
});
afterEach(() => mailbox.close());

async function withSystem(env: Record<string, string>, use: (system: System) => Promise<void>) {
  await using system = await openSystem({ verifiers: [], env: { ...mailbox.env, ...env } });
  await use(system);
}

const forgot = (system: System, email: string) => system.call("post", "/api/auth/forgot").send({ email });
const register = (system: System, email: string) =>
  system.call("post", "/api/auth/register").send({ email, password: PASSWORD, name: "A" });

async function emailOf(system: System, { userId }: TestAccount): Promise<string> {
  const [user] = await system.sql<{ email: string }>("select email from users where id = $1", userId);
  return user?.email ?? "";
}

async function waiting({ database }: System): Promise<{ attempts: number; seconds: number }[]> {
  const { rows } = await database.pool.query(
    "select attempts, extract(epoch from next_attempt_at - now())::int as seconds from mails",
  );
  return rows;
}

describe("mails to one address", () => {
  it("are limited per day for registration and for passwords, with the same response beyond the limit", () =>
    withSystem({ MAILS_PER_ADDRESS_PER_DAY: "4" }, async (system) => {
      const [known, unknown] = [(await aPersonWithPassword(system)).email, anEmail()];
      const seen = new Set<string>();
      for (let call = 1; call <= 3; call += 1)
        for (const email of [known, unknown]) {
          const response = await forgot(system, email);
          seen.add(`${response.status} ${JSON.stringify(response.body).replace(email, "…")}`);
        }
      expect([...seen]).toEqual([expect.stringMatching(/^202 /)]);
      for (let call = 1; call <= 3; call += 1)
        for (const email of [known, unknown]) expect((await register(system, email)).status).toBe(202);
      await until(async () => (await waiting(system)).length === 0);
      const subjects = (email: string) => mailbox.of(email).map(({ subject }) => subject.split(" · ")[0]);
      expect(subjects(known).filter((subject) => subject === "Choose a new password")).toHaveLength(2);
      // A registration that is replaced before its mail was sent gets no mail.
      expect(subjects(known).length).toBeLessThanOrEqual(4);
      expect(subjects(unknown).length).toBeLessThanOrEqual(2);
      expect(new Set(subjects(unknown))).toEqual(new Set(["Confirm your email address"]));
    }));
});

const behindProxy = { TRUSTED_PROXIES: "127.0.0.0/8" };

describe("the mails of a day to one address", () => {
  it("are half for the calls of any other network, however often one calls", () =>
    withSystem({ MAILS_PER_ADDRESS_PER_DAY: "4", ...behindProxy }, async (system) => {
      const { email } = await aPersonWithPassword(system);
      for (let call = 1; call <= 4; call += 1)
        await forgot(system, email).set("x-forwarded-for", "203.0.113.7").expect(202);
      await mailbox.next(email, 2);
      await forgot(system, email).set("x-forwarded-for", "198.51.100.1").expect(202);
      await mailbox.next(email, 3);
    }));

  it("end with a refused invitation, not with one that no mail tells of", () =>
    withSystem({ MAILS_PER_ADDRESS_PER_DAY: "1" }, async (system) => {
      const email = anEmail();
      const shops = [await aPerson(system), await aPerson(system)];
      const invite = ({ person }: (typeof shops)[number]) =>
        person("post", "/api/invitations").send({ email, role: "manager" });
      for (const [nth, shop] of shops.entries())
        expect((await invite(shop)).status).toBe(nth === 0 ? 201 : 429);
      expect((await shops[1]?.person("get", "/api/invitations"))?.body.data).toEqual([]);
    }));
});

describe("all mails together", () => {
  it("are limited per hour; the others wait, and count as waiting, unless their link ends before", () =>
    withSystem({ MAILS_PER_HOUR: "3" }, async (system) => {
      const people = await Promise.all(
        Array.from({ length: 5 }, async () => (await aPersonWithPassword(system)).email),
      );
      const arrived = () => people.flatMap((email) => mailbox.of(email)).length;
      // Mails to unknown addresses and registrations must not use up the customers' limit.
      for (let call = 1; call <= 4; call += 1) {
        await forgot(system, anEmail()).expect(202);
        await register(system, anEmail()).expect(202);
      }
      for (const email of people) await forgot(system, email).expect(202);
      await until(async () => {
        const rows = await waiting(system);
        // A held back mail has no attempt.
        return rows.length === 1 && rows.every(({ attempts, seconds }) => attempts === 0 && seconds > 600);
      });
      expect(arrived()).toBe(3);
      expect(await system.metric("mails_waiting")).toBe(1);
      expect(await system.metric("mails_total", { outcome: "sent" })).toBe(6);
      expect(await system.metric("mails_total", { outcome: "held_back" })).toBe(1);
      // Links for a new password last half an hour.
      expect(await system.metric("mails_total", { outcome: "given_up" })).toBe(2);
    }));

  it("of one kind delay no other: however many an account invites, another person resets the password", () =>
    withSystem({ MAILS_PER_HOUR: "4" }, async (system) => {
      const { person: owner } = await aPerson(system);
      for (let nth = 0; nth < 10; nth += 1)
        await owner("post", "/api/invitations").send({ email: anEmail(), role: "manager" }).expect(201);
      await until(async () => (await waiting(system)).length === 6);
      const { email } = await aPersonWithPassword(system);
      await forgot(system, email).expect(202);
      expect((await mailbox.next(email)).subject).toContain("Choose a new password");
    }));

  /** Each that waits would be looked at every hour before the mails of others. */
  it("tell the holder of new owners without end by one that waits, which delays no other notice", () =>
    withSystem({}, async (system) => {
      const { person: owner, account } = await aPerson(system);
      const email = await emailOf(system, account);
      const memberId = await aMember(system, account, "manager");
      for (let nth = 0; nth < 25; nth += 1)
        for (const role of ["owner", "manager"])
          await owner("patch", `/api/members/${memberId}`).send({ role }).expect(200);
      expect((await waiting(system)).length).toBeLessThanOrEqual(1);
      await queueMail(system.database.pool, { kind: "password_changed", email, hours: 24 });
      await until(() => mailbox.of(email).some(({ subject }) => subject.includes("password")));
      expect(mailbox.of(email).length).toBeLessThanOrEqual(11);
    }));

  /** A developer's key disables endpoints as often as it likes. */
  it("tell the holder of an invited owner, however many endpoints were disabled, of which one mail tells", () =>
    withSystem({}, async (system) => {
      const { person: owner, account } = await aPerson(system);
      const email = await emailOf(system, account);
      await system.sql(
        `with endpoint as (
           insert into webhook_endpoints (id, user_id, url, enabled, disabled_reason, disabled_at)
           select 'whe_' || new_ulid(), $1, 'https://shop.example/hook', false, 'gone', now() from generate_series(1, 20)
           returning id, user_id)
         insert into webhook_secrets (user_id, endpoint_id, ciphertext) select user_id, id, '' from endpoint`,
        account.userId,
      );
      await mailbox.next(email);
      // One mail, or a second if the first was sent before the last endpoint was found.
      await until(async () => {
        const [found] = await system.sql<{ left: number }>(
          "select count(*) as left from webhook_endpoints where user_id = $1 and notified_at is null",
          account.userId,
        );
        return found?.left === 0 && (await waiting(system)).length === 0;
      });
      const sent = mailbox.of(email).length;
      expect(sent).toBeLessThanOrEqual(2);
      // As many as if more changes were seconds apart: one more than the ten of an hour.
      for (let nth = sent; nth < 11; nth += 1)
        await queueMail(system.database.pool, { kind: "webhook_endpoint_disabled", email, hours: 24 });
      await until(async () => (await waiting(system)).every(({ seconds }) => seconds > 600));
      expect((await waiting(system)).length).toBeLessThanOrEqual(1);
      // An alert watches the others: one address that gets many is no fault of the installation.
      expect(await system.metric("mails_total", { outcome: "address_limited" })).toBe(1);
      expect(await system.metric("mails_total", { outcome: "held_back" })).toBe(0);
      await owner("post", "/api/invitations").send({ email: anEmail(), role: "owner" }).expect(201);
      await until(() => mailbox.of(email).some(({ subject }) => subject.includes("owner")));
    }));

  it("are a twentieth for one network, with any forwarded header", () =>
    withSystem({ MAILS_PER_HOUR: "200", SIGN_IN_ATTEMPTS_PER_ADDRESS: "100" }, async (system) => {
      let started = 0;
      for (let nth = 0; nth < 15; nth += 1) {
        const response = await register(system, anEmail()).set("x-forwarded-for", `203.0.113.${nth}`);
        if (response.status === 202) started += 1;
      }
      expect(started).toBe(10);
    }));

  it("leave another network its registrations, resets and invitations, however many one network starts", () =>
    withSystem({ MAILS_PER_HOUR: "40", ...behindProxy }, async (system) => {
      const { email } = await aPersonWithPassword(system);
      const { person: owner } = await aPerson(system);
      const starts = [
        (from: string) => register(system, anEmail()).set("x-forwarded-for", from),
        (from: string) => forgot(system, anEmail()).set("x-forwarded-for", from),
        (from: string) =>
          owner("post", "/api/invitations")
            .set("x-forwarded-for", from)
            .send({ email: anEmail(), role: "manager" }),
      ];
      for (const start of starts) {
        const statuses = new Set<number>();
        for (let nth = 0; nth < 11; nth += 1) statuses.add((await start("203.0.113.7")).status);
        expect([...statuses].at(-1)).toBe(429);
        expect((await start("198.51.100.1")).status).toBeLessThan(300);
      }
      await forgot(system, email).set("x-forwarded-for", "198.51.100.1").expect(202);
      await mailbox.next(email);
    }));
});

describe("a mail that the mail server does not accept", () => {
  it("delays no other", () =>
    withSystem({}, async (system) => {
      const people = await Promise.all(
        Array.from({ length: 13 }, async () => (await aPersonWithPassword(system)).email),
      );
      const [slow = "", ...others] = people;
      const release = mailbox.stall(slow);
      for (const email of people) await forgot(system, email).expect(202);
      for (const email of others) await mailbox.next(email);
      expect(mailbox.of(slow)).toEqual([]);
      // The sender still waits for the server.
      expect(await system.metric("mails_total", { outcome: "failed" })).toBe(0);
      await until(async () => (await waiting(system)).length === 1);
      expect(await system.metric("mails_waiting")).toBe(1);
      release();
      await mailbox.next(slow);
    }));
});
