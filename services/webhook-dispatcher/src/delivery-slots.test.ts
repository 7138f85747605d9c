import { createDeliverySlots, type DeliverySlots } from "./delivery-slots.ts";

const to = (host: string, userId = "usr_a") => ({ userId, host });
const patient = { mostWaitMs: 60_000 };
let nowMs = 0;
const now = () => nowMs;
const open = () => createDeliverySlots({ slots: 100, perAccount: 20, perHost: 8, ...patient, now });
const roomOf = (slots: DeliverySlots, host: string) => slots.room().hosts.get(host) ?? slots.room().perHost;

async function attempt(
  slots: DeliverySlots,
  host: string,
  sign: "quick" | "slow" | "unanswered",
): Promise<void> {
  slots.reserve(to(host));
  await slots.acquire(to(host));
  slots.release(to(host), sign);
}

describe("slots", () => {
  it("let two in to a host that nobody knows, and one more for each quick answer, up to the cap", async () => {
    const slots = open();
    expect(roomOf(slots, "new.test")).toBe(2);
    for (let n = 0; n < 50; n += 1) await attempt(slots, "good.test", "quick");
    const turns = Array.from({ length: 10 }, () => {
      slots.reserve(to("good.test"));
      return slots.acquire(to("good.test"));
    });
    expect(await Promise.all(turns.slice(0, 8))).toEqual(Array.from({ length: 8 }, () => true));
    expect(slots.active()).toBe(8);
    slots.release(to("good.test"), "quick");
    expect(await turns[8]).toBe(true);
    slots.release(to("good.test"), "unanswered");
    expect(await turns[9]).toBe(false);
  });

  it("halve what a host may have with each attempt without an answer, down to one", async () => {
    const slots = open();
    for (let n = 0; n < 50; n += 1) await attempt(slots, "a.test", "quick");
    await attempt(slots, "a.test", "unanswered");
    slots.reserve(to("a.test"));
    expect(roomOf(slots, "a.test")).toBe(4 * 4 - 1);
    slots.release(to("a.test"), undefined);
    for (let n = 0; n < 10; n += 1) await attempt(slots, "a.test", "unanswered");
    expect(roomOf(slots, "a.test")).toBe(1);
  });

  it("let no more in to a host that answers slowly", async () => {
    const slots = open();
    for (let n = 0; n < 10; n += 1) await attempt(slots, "slow.test", "slow");
    expect(roomOf(slots, "slow.test")).toBe(2);
  });

  /** Else every look would find two for it: the faster it answers, the longer its backlog would wait. */
  it("are as many for a host that has just worked off all that it had, and few for one that is idle", async () => {
    const slots = open();
    for (let n = 0; n < 50; n += 1) await attempt(slots, "good.test", "quick");
    expect(roomOf(slots, "good.test")).toBe(4 * 8);
    nowMs += 100;
    expect(roomOf(slots, "good.test")).toBe(2);
  });

  /** Fifty servers that hang must leave room for the rest. */
  it("are never all taken by hosts that hang, nor by one account", () => {
    const slots = createDeliverySlots({ slots: 512, perAccount: 128, perHost: 16, ...patient });
    for (let n = 0; n < 50; n += 1) {
      const target = to(`hangs-${n}.test`, `usr_${n}`);
      while ((slots.room().hosts.get(target.host) ?? slots.room().perHost) > 0) slots.reserve(target);
    }
    expect(slots.room().free).toBe(412);
    expect(slots.room().accounts.get("usr_0")).toBe(126);
  });

  /** They are known as good, and nobody can tell on which day they begin to hang. */
  it.each([1, 5, 20, 50])("keep half of them from %i hosts that have answered well", async (count) => {
    const slots = createDeliverySlots({ slots: 512, perAccount: 128, perHost: 16, ...patient });
    const names = Array.from({ length: count }, (_, n) => `good-${n}.test`);
    for (const name of names) for (let n = 0; n < 20; n += 1) await attempt(slots, name, "quick");
    for (let look = 0; look < 10; look += 1) {
      const rooms = names.map((name) => ({ name, room: roomOf(slots, name) }));
      for (const { name, room } of rooms) {
        for (let n = 0; n < room; n += 1) slots.reserve(to(name, `usr_${name}`));
      }
    }
    expect(slots.room().free).toBeGreaterThanOrEqual(512 / 2);
    expect(roomOf(slots, "new.test")).toBe(2);
  });

  /** Its attempts hang for half a minute: what waits behind them must not hold slots, nor its leases, all that time. */
  it("are given up by who has waited too long, and nothing is taken ahead until the host is quick again", async () => {
    const slots = createDeliverySlots({ slots: 100, perAccount: 100, perHost: 8, mostWaitMs: 20 });
    for (let n = 0; n < 20; n += 1) await attempt(slots, "good.test", "quick");
    const turns = Array.from({ length: 12 }, () => {
      slots.reserve(to("good.test"));
      return slots.acquire(to("good.test"));
    });
    const begun = await Promise.all(turns);
    expect(begun.filter(Boolean)).toHaveLength(8);
    for (let n = 0; n < 4; n += 1) slots.release(to("good.test"), undefined);
    expect([slots.room().free, roomOf(slots, "good.test")]).toEqual([92, 0]);
    slots.release(to("good.test"), "quick");
    expect(roomOf(slots, "good.test")).toBe(8 * 4 - 7);
  });

  it("leave an account fewer than all, whatever is set", () => {
    const slots = createDeliverySlots({ slots: 4, perAccount: 1_000, perHost: 4, ...patient });
    expect(slots.room().perAccount).toBe(3);
  });

  it("are all free again when all is given back", async () => {
    const slots = open();
    for (let n = 0; n < 3; n += 1) slots.reserve(to(`${n}.test`, `usr_${n}`));
    for (let n = 0; n < 3; n += 1) slots.release(to(`${n}.test`, `usr_${n}`), undefined);
    const { free, accounts, hosts } = slots.room();
    expect([free, accounts.size, hosts.size]).toEqual([100, 0, 0]);
  });
});
