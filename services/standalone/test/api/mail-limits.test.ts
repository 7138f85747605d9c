import { until } from "@receipts/testing";
import { type Mailbox, openMailbox } from "../mailbox.ts";
import { anEmail, aPersonWithPassword, PASSWORD } from "../signed-in.ts";
import { openSystem, type System } from "../system.ts";

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

async function waiting({ database }: System): Promise<{ attempts: number; seconds: number }[]> {
  const { rows } = await database.pool.query(
    "select attempts, extract(epoch from next_attempt_at - now())::int as seconds from mails",
  );
  return rows;
}

describe("mails to one address", () => {
  it("are limited per day for registration and for passwords, with the same response beyond the limit", () =>
    withSystem({ MAILS_PER_ADDRESS_PER_DAY: "2" }, async (system) => {
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

describe("all mails together", () => {
  it("are limited per hour; the others wait, and count as waiting", () =>
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
        return rows.length === 3 && rows.every(({ attempts, seconds }) => attempts === 0 && seconds > 600);
      });
      expect(arrived()).toBe(3);
      expect(await system.metric("mails_waiting")).toBe(3);
      expect(await system.metric("mails_total", { outcome: "sent" })).toBe(6);
      expect(await system.metric("mails_total", { outcome: "held_back" })).toBe(3);
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
