import type { Bench, SharedBench } from "./store-under-test.ts";

export const limiterPromises = {
  async "allows exactly the limit for concurrent calls"({ store, unique }: Bench) {
    const limiter = store.rateLimiter({ name: unique("l"), points: 60, windowSeconds: 600 });
    const states = await Promise.all(Array.from({ length: 200 }, () => limiter.consume("k")));
    const allowed = states.filter((state) => state.allowed);
    expect(allowed).toHaveLength(60);
    expect(allowed.map((state) => state.remaining).sort((a, b) => b - a)).toEqual(
      Array.from({ length: 60 }, (_, index) => 59 - index),
    );
    for (const state of states) expect(state.limit).toBe(60);
    for (const state of states) if (!state.allowed) expect(state.remaining).toBe(0);
  },

  async "counts each key separately"({ store, unique }: Bench) {
    const limiter = store.rateLimiter({ name: unique("l"), points: 1, windowSeconds: 600 });
    const allowed = async (key: string) => (await limiter.consume(key)).allowed;
    expect([await allowed("a"), await allowed("a"), await allowed("b"), await allowed("ቁልፍ")]).toEqual([
      true,
      false,
      true,
      true,
    ]);
  },

  /** `a` + `b:c` and `a:b` + `c` are equal when name and key are only concatenated. */
  async "counts each limiter separately, even if concatenated names and keys are equal"({
    store,
    unique,
  }: Bench) {
    const options = { points: 1, windowSeconds: 600 };
    const one = store.rateLimiter({ ...options, name: unique("a") });
    const two = store.rateLimiter({ ...options, name: unique("a:b") });
    expect((await one.consume("b:c")).allowed).toBe(true);
    expect((await two.consume("c")).allowed).toBe(true);
    expect((await two.consume("c")).allowed).toBe(false);
  },

  async "shares the count among limiters of one name"({ store, unique }: Bench) {
    const options = { name: unique("l"), points: 2, windowSeconds: 600 };
    await store.rateLimiter(options).consume("k");
    expect(await store.rateLimiter(options).consume("k")).toMatchObject({ allowed: true, remaining: 0 });
    expect(await store.rateLimiter(options).consume("k")).toMatchObject({ allowed: false });
    expect(() => store.rateLimiter({ ...options, points: 3 })).toThrow();
  },

  async "returns when the window ends, and then starts a new one"({ store, unique, until }: Bench) {
    const limiter = store.rateLimiter({ name: unique("l"), points: 2, windowSeconds: 1 });
    const first = await limiter.consume("k");
    expect(first.resetMs).toBeGreaterThan(0);
    expect(first.resetMs).toBeLessThanOrEqual(1_000);
    let refused = first;
    await until(async () => {
      refused = await limiter.consume("k");
      return !refused.allowed;
    });
    expect(refused.resetMs).toBeGreaterThan(0);
    expect(refused.resetMs).toBeLessThanOrEqual(1_000);
    // Repeated calls must not extend the window.
    await until(async () => (await limiter.consume("k")).allowed);
  },

  async "allows a pair exactly the inner limit, and exactly the outer one in total"({
    store,
    unique,
  }: Bench) {
    const pair = store.rateLimiterPair(
      { name: unique("key"), points: 30, windowSeconds: 600 },
      { name: unique("account"), points: 50, windowSeconds: 600 },
    );
    const calls = ["a", "b"].flatMap((key) => Array.from({ length: 60 }, () => pair.consume(key, "owner")));
    const states = await Promise.all(calls);
    expect(states.filter(({ inner }) => inner.allowed)).toHaveLength(60);
    const counted = states.filter(({ outer }) => outer !== undefined);
    // A refusal by the inner limit takes no point from the outer one.
    expect(counted).toHaveLength(60);
    const left = counted.flatMap(({ outer }) => (outer?.allowed === true ? [outer.remaining] : []));
    expect(left.sort((a, b) => b - a)).toEqual(Array.from({ length: 50 }, (_, index) => 49 - index));
    for (const { inner, outer } of states) {
      expect(inner).toMatchObject({ limit: 30, resetMs: expect.any(Number) });
      expect(inner.resetMs).toBeGreaterThan(0);
      if (outer !== undefined) expect(outer.limit).toBe(50);
    }
  },

  async "counts a pair's keys per owner, even if concatenated keys are equal"({ store, unique }: Bench) {
    const options = { points: 1, windowSeconds: 600 };
    const pair = store.rateLimiterPair(
      { ...options, name: unique("key") },
      { ...options, name: unique("account"), points: 9 },
    );
    const allowed = async (key: string, owner: string) => (await pair.consume(key, owner)).inner.allowed;
    expect(await allowed("c", "a}:b")).toBe(true);
    expect(await allowed("b}:c", "a")).toBe(true);
    expect(await allowed("b:c", "a")).toBe(true);
    expect(await allowed("c", "a:b")).toBe(true);
    expect(await allowed("c", "{a:b}")).toBe(true);
    expect(await allowed("c", "{a:b}")).toBe(false);
    expect((await pair.consume("other", "a")).outer).toMatchObject({ allowed: true, remaining: 6 });
  },

  async "starts new windows of a pair when they have ended"({ store, unique, until }: Bench) {
    const pair = store.rateLimiterPair(
      { name: unique("key"), points: 1, windowSeconds: 1 },
      { name: unique("account"), points: 1, windowSeconds: 600 },
    );
    expect((await pair.consume("k", "o")).outer).toMatchObject({ allowed: true, remaining: 0 });
    await until(async () => (await pair.consume("k", "o")).inner.allowed);
    const { inner, outer } = await pair.consume("another", "o");
    expect([inner.allowed, outer?.allowed]).toEqual([true, false]);
    expect(outer?.resetMs).toBeGreaterThan(500_000);
  },

  async "refuses invalid options"({ store, unique }: Bench) {
    const limiter = (points: number, windowSeconds: number) =>
      store.rateLimiter({ name: unique(`l${points}/${windowSeconds}`), points, windowSeconds });
    for (const bad of [0, -1, 1.5, Number.NaN]) {
      expect(() => limiter(bad, 60)).toThrow(RangeError);
      expect(() => limiter(60, bad)).toThrow(RangeError);
      const good = { name: unique("good"), points: 1, windowSeconds: 1 };
      expect(() => store.rateLimiterPair(good, { ...good, points: bad })).toThrow(RangeError);
      expect(() => store.rateLimiterPair({ ...good, windowSeconds: bad }, good)).toThrow(RangeError);
    }
  },
};

export const sharedLimiterPromises = {
  async "enforces one limit over all processes"({ store, other, unique }: SharedBench) {
    const options = { name: unique("l"), points: 50, windowSeconds: 600 };
    const limiters = [store.rateLimiter(options), other.rateLimiter(options)];
    const calls = Array.from({ length: 100 }, () => limiters.map((limiter) => limiter.consume("k")));
    const states = await Promise.all(calls.flat());
    expect(states.filter((state) => state.allowed)).toHaveLength(50);
  },

  async "enforces both limits of a pair over all processes"({ store, other, unique }: SharedBench) {
    const inner = { name: unique("key"), points: 40, windowSeconds: 600 };
    const outer = { name: unique("account"), points: 50, windowSeconds: 600 };
    const pairs = [store.rateLimiterPair(inner, outer), other.rateLimiterPair(inner, outer)];
    const calls = Array.from({ length: 50 }, () =>
      pairs.flatMap((pair) => [pair.consume("a", "o"), pair.consume("b", "o")]),
    );
    const states = await Promise.all(calls.flat());
    expect(states.filter(({ inner: key }) => key.allowed)).toHaveLength(80);
    expect(states.filter(({ outer: account }) => account?.allowed === true)).toHaveLength(50);
  },
};
