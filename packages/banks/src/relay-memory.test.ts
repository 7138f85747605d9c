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
    ask: (times: number) => {
      for (let time = 0; time < times; time += 1) memory.order();
    },
  };
}

describe("the memory of relays", () => {
  it("gives those that work their turns", () => {
    const memory = remember();
    expect([1, 2, 3, 4].map(memory.order)).toEqual(["abc", "bca", "cab", "abc"]);
  });

  /** One that hangs keeps its requests: others must not follow them before it is known. */
  it("gives a request to the one with the fewest", () => {
    const memory = remember();
    const ends = [memory.occupy(a), memory.occupy(a), memory.occupy(c)];
    expect([1, 2, 3].map(memory.order)).toEqual(["bca", "bca", "bca"]);
    for (const end of ends) end();
    expect([4, 5, 6].map(memory.order)).toEqual(["abc", "bca", "cab"]);
  });

  it("puts one that refused last at once, and one that stalled or was silent after three times in a row", () => {
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

  it("asks the one that failed longest ago first where none works", () => {
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

  it("tries one that failed again after 5 s, then after twice as long each time, up to 5 minutes", () => {
    const memory = remember();
    memory.record(a, "refused");
    for (const pauseMs of [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]) {
      memory.ask(20);
      memory.clock.now += pauseMs - 1;
      expect(memory.takeDue()).toBeUndefined();
      memory.clock.now += 1;
      expect(memory.takeDue()).toBe(a);
      // While it is tried it is not tried again.
      memory.ask(20);
      memory.clock.now += 1;
      expect(memory.takeDue()).toBeUndefined();
      memory.record(a, "silent");
    }
  });

  it("tries with one request in 20 at most, or one in 5 minutes", () => {
    const memory = remember();
    memory.record(a, "refused");
    memory.clock.now = 60_000;
    memory.ask(19);
    expect(memory.takeDue()).toBeUndefined();
    memory.ask(1);
    expect(memory.takeDue()).toBe(a);
    memory.record(a, "refused");
    memory.clock.now += 299_999;
    expect(memory.takeDue()).toBeUndefined();
    memory.clock.now += 1;
    expect(memory.takeDue()).toBe(a);
  });
});
