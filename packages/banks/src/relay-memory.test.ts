import { createRelayMemory, type Relay } from "./relay-memory.ts";

const relays: readonly Relay[] = ["a", "b", "c"].map((name) => ({ name, proxyUrl: `http://${name}` }));
const [a, b, c] = relays as [Relay, Relay, Relay];

function remember() {
  const clock = { now: 0 };
  const memory = createRelayMemory(relays, {
    now: () => clock.now,
    onOutcome: () => undefined,
    warn: () => undefined,
  });
  return {
    ...memory,
    clock,
    order: () =>
      memory
        .order()
        .map(({ name }) => name)
        .join(""),
    request: (times: number) => {
      for (let time = 0; time < times; time += 1) memory.order();
    },
  };
}

describe("the memory of relays", () => {
  it("rotates the working relays", () => {
    const memory = remember();
    expect([1, 2, 3, 4].map(memory.order)).toEqual(["abc", "bca", "cab", "abc"]);
  });

  /** A relay that hangs holds its requests: no more should follow before it is known. */
  it("gives a request to the relay with the fewest", () => {
    const memory = remember();
    const ends = [memory.occupy(a), memory.occupy(a), memory.occupy(c)];
    expect([1, 2, 3].map(memory.order)).toEqual(["bca", "bca", "bca"]);
    for (const end of ends) end();
    expect([4, 5, 6].map(memory.order)).toEqual(["abc", "bca", "cab"]);
  });

  it("moves a relay to the end at once when it refuses, and after three stalls or silences in a row", () => {
    const memory = remember();
    memory.record(a, "refused");
    memory.record(b, "silent");
    memory.record(b, "stalled");
    memory.record(b, "answered");
    memory.record(b, "silent");
    memory.record(b, "unreachable");
    expect(relays.map(memory.isUsable)).toEqual([false, true, true]);
    memory.record(b, "blocked");
    expect(relays.map(memory.isUsable)).toEqual([false, false, true]);
    expect(memory.order()).toBe("cab");
    memory.record(b, "answered");
    expect(memory.order()).toMatch(/^(?:bc|cb)a$/);
  });

  it("starts with the relay that failed longest ago if none works", () => {
    const memory = remember();
    for (const relay of [b, c, a]) {
      memory.clock.now += 1_000;
      memory.record(relay, "refused");
    }
    expect(memory.order()).toBe("bca");
    memory.clock.now += 1_000;
    memory.record(b, "refused");
    expect(memory.order()).toBe("cab");
    memory.clock.now += 1_000_000;
    expect(memory.takeDue()).toBeUndefined();
  });

  it("probes a failed relay after 5 s, then after doubled pauses of up to 5 minutes", () => {
    const memory = remember();
    memory.record(a, "refused");
    for (const pauseMs of [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]) {
      memory.request(20);
      memory.clock.now += pauseMs - 1;
      expect(memory.takeDue()).toBeUndefined();
      memory.clock.now += 1;
      expect(memory.takeDue()).toBe(a);
      // It is not probed again while a probe runs.
      memory.request(20);
      memory.clock.now += 1;
      expect(memory.takeDue()).toBeUndefined();
      memory.record(a, "silent");
    }
  });

  it("probes with at most one request in 20, or one in 5 minutes", () => {
    const memory = remember();
    memory.record(a, "refused");
    memory.clock.now = 60_000;
    memory.request(19);
    expect(memory.takeDue()).toBeUndefined();
    memory.request(1);
    expect(memory.takeDue()).toBe(a);
    memory.record(a, "refused");
    memory.clock.now += 299_999;
    expect(memory.takeDue()).toBeUndefined();
    memory.clock.now += 1;
    expect(memory.takeDue()).toBe(a);
  });
});
