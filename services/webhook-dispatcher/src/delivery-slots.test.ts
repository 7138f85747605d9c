import { createDeliverySlots, type DeliverySlots } from "./delivery-slots.ts";

/** One target for each host, unless an endpoint is named. */
const to = (host: string, userId = "usr_a", endpoint = "") => ({
  userId,
  host,
  target: `${host} ${endpoint}`,
});
const longWait = { maxWaitMs: 60_000 };
let nowMs = 0;
const now = () => nowMs;
const open = () => createDeliverySlots({ slots: 100, perAccount: 80, perHost: 8, ...longWait, now });
const capacityOf = (slots: DeliverySlots, host: string, endpoint = "") => {
  const { targets, perTarget, hosts, perHost } = slots.capacity();
  return Math.min(targets.get(`${host} ${endpoint}`) ?? perTarget, hosts.get(host) ?? perHost);
};

async function attempt(
  slots: DeliverySlots,
  host: string,
  response: "quick" | "slow" | "none",
): Promise<void> {
  slots.reserve(to(host));
  await slots.acquire(to(host));
  slots.release(to(host), response);
}

describe("delivery slots", () => {
  it("start a new host at 2 and raise its cap by 1 for each quick response", async () => {
    const slots = open();
    expect(capacityOf(slots, "new.test")).toBe(2);
    for (let n = 0; n < 50; n += 1) await attempt(slots, "good.test", "quick");
    const acquisitions = Array.from({ length: 10 }, () => {
      slots.reserve(to("good.test"));
      return slots.acquire(to("good.test"));
    });
    expect(await Promise.all(acquisitions.slice(0, 8))).toEqual(Array.from({ length: 8 }, () => true));
    expect(slots.active()).toBe(8);
    slots.release(to("good.test"), "quick");
    expect(await acquisitions[8]).toBe(true);
    slots.release(to("good.test"), "none");
    expect(await acquisitions[9]).toBe(false);
  });

  it("halve a host's cap for each attempt without a response, down to 1", async () => {
    const slots = open();
    for (let n = 0; n < 50; n += 1) await attempt(slots, "a.test", "quick");
    await attempt(slots, "a.test", "none");
    slots.reserve(to("a.test"));
    expect(slots.capacity().targets.get(to("a.test").target)).toBe(4 * 4 - 1);
    slots.release(to("a.test"), undefined);
    for (let n = 0; n < 10; n += 1) await attempt(slots, "a.test", "none");
    expect(capacityOf(slots, "a.test")).toBe(1);
  });

  /** Each would be a row of every poll, for the life of the process. */
  it("tell the polls of no target whose last attempt is five minutes ago", async () => {
    const slots = open();
    for (let nth = 0; nth < 200; nth += 1) await attempt(slots, `dead-${nth}.test`, "none");
    expect(slots.capacity().targets.size).toBe(200);
    nowMs += 300_000;
    expect(slots.capacity().targets.size).toBe(0);
  });

  it("do not raise the cap of a slow host", async () => {
    const slots = open();
    for (let n = 0; n < 10; n += 1) await attempt(slots, "slow.test", "slow");
    expect(capacityOf(slots, "slow.test")).toBe(2);
  });

  /** Else each poll would lease 2 for it: the faster the host, the longer its backlog would wait. */
  it("keep the capacity of a host that just finished its leases, until it is idle for 100 ms", async () => {
    const slots = open();
    for (let n = 0; n < 50; n += 1) await attempt(slots, "good.test", "quick");
    expect(capacityOf(slots, "good.test")).toBe(4 * 8);
    nowMs += 100;
    expect(capacityOf(slots, "good.test")).toBe(2);
  });

  it("are never all held by 50 hanging hosts, nor by one account", () => {
    const slots = createDeliverySlots({ slots: 512, perAccount: 128, perHost: 16, ...longWait });
    for (let n = 0; n < 50; n += 1) {
      const target = to(`hangs-${n}.test`, `usr_${n}`);
      while (capacityOf(slots, target.host) > 0) slots.reserve(target);
    }
    expect(slots.capacity().free).toBe(412);
    expect(slots.capacity().accounts.get("usr_0")).toBe(126);
  });

  /** An owner's other endpoints must not wait for those that begin to hang. */
  it("leave an account half of its slots when some of its endpoints were quick", async () => {
    const slots = createDeliverySlots({ slots: 512, perAccount: 128, perHost: 16, ...longWait });
    const names = ["a.test", "b.test", "c.test"];
    for (const name of names) for (let n = 0; n < 20; n += 1) await attempt(slots, name, "quick");
    for (let poll = 0; poll < 10; poll += 1) {
      for (const name of names) {
        for (let left = capacityOf(slots, name); left > 0; left -= 1) slots.reserve(to(name));
      }
    }
    expect(slots.capacity().accounts.get("usr_a")).toBeGreaterThanOrEqual(64);
  });

  /** A platform that hosts many shops can go down with all of them. */
  it("are never all held by hanging hosts that many accounts share", () => {
    const slots = createDeliverySlots({ slots: 512, perAccount: 128, perHost: 16, ...longWait });
    for (let n = 0; n < 50; n += 1) {
      for (let account = 0; account < 20; account += 1) {
        const target = to(`hangs-${n}.test`, `usr_${account}`, `of-${account}`);
        while (capacityOf(slots, target.host, `of-${account}`) > 0) slots.reserve(target);
      }
    }
    expect(slots.capacity().free).toBe(112);
    expect(capacityOf(slots, "new.test")).toBe(2);
  });

  /** Healthy hosts may start to hang on any day. */
  it.each([1, 5, 20, 50])("keep half of the slots from %i healthy hosts", async (count) => {
    const slots = createDeliverySlots({ slots: 512, perAccount: 128, perHost: 16, ...longWait });
    const names = Array.from({ length: count }, (_, n) => `good-${n}.test`);
    for (const name of names) for (let n = 0; n < 20; n += 1) await attempt(slots, name, "quick");
    for (let poll = 0; poll < 10; poll += 1) {
      const capacities = names.map((name) => ({ name, capacity: capacityOf(slots, name) }));
      for (const { name, capacity } of capacities) {
        for (let n = 0; n < capacity; n += 1) slots.reserve(to(name, `usr_${name}`));
      }
    }
    expect(slots.capacity().free).toBeGreaterThanOrEqual(512 / 2);
    expect(capacityOf(slots, "new.test")).toBe(2);
  });

  /** While attempts hang for 30 s, the deliveries behind them must not hold slots and leases. */
  it("reject attempts that waited too long, and pause prefetching until the next quick response", async () => {
    const slots = createDeliverySlots({ slots: 100, perAccount: 100, perHost: 8, maxWaitMs: 20 });
    for (let n = 0; n < 20; n += 1) await attempt(slots, "good.test", "quick");
    const acquisitions = Array.from({ length: 12 }, () => {
      slots.reserve(to("good.test"));
      return slots.acquire(to("good.test"));
    });
    const acquired = await Promise.all(acquisitions);
    expect(acquired.filter(Boolean)).toHaveLength(8);
    for (let n = 0; n < 4; n += 1) slots.release(to("good.test"), undefined);
    expect([slots.capacity().free, capacityOf(slots, "good.test")]).toEqual([92, 0]);
    slots.release(to("good.test"), "quick");
    expect(capacityOf(slots, "good.test")).toBe(8 * 4 - 7);
  });

  /** An integrator has one host, and an endpoint on it that hangs. */
  it("leave an endpoint its attempts while another on its host hangs, up to the host's cap", async () => {
    const slots = open();
    const hangs = to("shop.test", "usr_a", "hangs");
    const well = to("shop.test", "usr_a", "well");
    for (let n = 0; n < 2; n += 1) slots.reserve(hangs);
    const acquired = [await slots.acquire(hangs), await slots.acquire(hangs)];
    expect(acquired).toEqual([true, true]);
    expect(capacityOf(slots, "shop.test", "hangs")).toBe(0);
    for (let n = 0; n < 20; n += 1) {
      slots.reserve(well);
      expect(await slots.acquire(well)).toBe(true);
      slots.release(well, "quick");
    }
    const acquisitions = Array.from({ length: 7 }, () => {
      slots.reserve(well);
      return slots.acquire(well);
    });
    expect(await Promise.all(acquisitions.slice(0, 6))).toEqual(Array.from({ length: 6 }, () => true));
    expect(slots.active()).toBe(8);
    slots.release(hangs, "none");
    expect(await acquisitions[6]).toBe(true);
  });

  /** Merchants share hosts, of shop builders for example: one whose endpoints hang must not take them. */
  describe("on a host that accounts share", () => {
    const crowd = Array.from({ length: 10 }, (_, n) => to("shared.test", "usr_crowd", `${n}`));
    const other = to("shared.test", "usr_other");

    async function crowded() {
      const slots = open();
      const begin = (delivery: typeof other) => {
        slots.reserve(delivery);
        return slots.acquire(delivery);
      };
      const started = crowd.map(begin);
      await Promise.all(started.slice(0, 8));
      return { slots, begin, waiting: started.slice(8) };
    }
    const end = (slots: DeliverySlots, ...deliveries: readonly (typeof other)[]) => {
      for (const delivery of deliveries) slots.release(delivery, "unknown");
    };

    it("are next for the account with the fewest attempts, however long others wait", async () => {
      const { slots, begin } = await crowded();
      const isOthers = begin(other);
      end(slots, ...crowd.slice(0, 1));
      expect(await isOthers).toBe(true);
      expect(slots.capacity().onHosts).toEqual([
        { host: "shared.test", userId: "usr_crowd", leases: 9 },
        { host: "shared.test", userId: "usr_other", leases: 1 },
      ]);
      slots.close();
    });

    it("are half for one account, until the others have sent nothing for a minute", async () => {
      const { slots, begin, waiting } = await crowded();
      const isOthers = begin(other);
      end(slots, ...crowd.slice(0, 1));
      await isOthers;
      end(slots, other, ...crowd.slice(1, 4));
      expect(slots.active()).toBe(4);
      expect(slots.capacity().perAccountOnHost.get("shared.test")).toBe(4);
      nowMs += 60_001;
      end(slots, ...crowd.slice(4, 5));
      expect(await Promise.all(waiting)).toEqual([true, true]);
      expect(slots.capacity().perAccountOnHost.get("shared.test")).toBe(8);
    });
  });

  it("leave an account fewer than all with any setting", () => {
    const slots = createDeliverySlots({ slots: 4, perAccount: 1_000, perHost: 4, ...longWait });
    expect(slots.capacity().perAccount).toBe(3);
  });

  it("are all free after all are released", async () => {
    const slots = open();
    for (let n = 0; n < 3; n += 1) slots.reserve(to(`${n}.test`, `usr_${n}`));
    for (let n = 0; n < 3; n += 1) slots.release(to(`${n}.test`, `usr_${n}`), undefined);
    const { free, accounts, hosts, targets } = slots.capacity();
    expect([free, accounts.size, hosts.size, targets.size]).toEqual([100, 0, 0, 0]);
  });
});
