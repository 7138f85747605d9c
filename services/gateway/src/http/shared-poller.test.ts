import { until } from "@receipts/testing";
import { createSharedPoller } from "./shared-poller.ts";

function aPoller(options: { readonly failures?: number } = {}) {
  const queries: (readonly string[])[] = [];
  let failures = options.failures ?? 0;
  const poller = createSharedPoller({
    everyMs: 1,
    find: async (ids) => {
      queries.push(ids);
      failures -= 1;
      if (failures >= 0) throw new Error("the database is away");
      return new Map(ids.map((id) => [id, `${id}!`]));
    },
    onError: () => undefined,
  });
  return { poller, queries };
}

describe("a shared poller", () => {
  it("polls once for all listeners of an id", async () => {
    const { poller, queries } = aPoller();
    const seen: string[] = [];
    const stops = ["a", "a", "b"].map((id) => poller.follow(id, (what) => seen.push(what)));
    await until(() => seen.length >= 3);
    expect(queries[0]).toEqual(["a", "b"]);
    expect(seen.slice(0, 3).sort()).toEqual(["a!", "a!", "b!"]);
    for (const stop of stops) stop();
  });

  /** A page without viewers must cost nothing. */
  it("stops polling without listeners, and starts again with one", async () => {
    const { poller, queries } = aPoller();
    let seen = 0;
    const listener = () => {
      seen += 1;
    };
    const stop = poller.follow("a", listener);
    await until(() => seen > 0);
    stop();
    const before = queries.length;
    const other = poller.follow("b", listener);
    await until(() => queries.length > before + 1);
    expect(queries.slice(before + 1).flat()).not.toContain("a");
    other();
  });

  it("tells a listener nothing from before it came, and one that throws keeps nothing from the others", async () => {
    let state = "before";
    const answers: (() => void)[] = [];
    const errors: unknown[] = [];
    const poller = createSharedPoller({
      everyMs: 1,
      find: async (ids) => {
        const read = state;
        await new Promise<void>((resolve) => answers.push(resolve));
        return new Map(ids.map((id) => [id, read]));
      },
      onError: (error) => errors.push(error),
    });
    const [first, late]: [string[], string[]] = [[], []];
    const failing = poller.follow("a", () => {
      throw new Error("a page that fails");
    });
    const stops = [failing, poller.follow("a", (seen) => first.push(seen))];
    await until(() => answers.length === 1);
    state = "after";
    stops.push(poller.follow("a", (seen) => late.push(seen)));
    answers[0]?.();
    await until(() => answers.length === 2);
    answers[1]?.();
    await until(() => late.length > 0);
    for (const stop of stops) stop();
    expect([first, late]).toEqual([["before", "after"], ["after"]]);
    expect(errors).toHaveLength(2);
  });

  it("continues after an error", async () => {
    const { poller } = aPoller({ failures: 2 });
    const { promise, resolve } = Promise.withResolvers<string>();
    const stop = poller.follow("a", resolve);
    expect(await promise).toBe("a!");
    stop();
  });
});
