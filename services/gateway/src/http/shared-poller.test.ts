import { until } from "@receipts/testing";
import { createSharedPoller } from "./shared-poller.ts";

function aLook(options: { readonly failures?: number } = {}) {
  const asked: (readonly string[])[] = [];
  let failures = options.failures ?? 0;
  const look = createSharedPoller({
    everyMs: 1,
    find: async (ids) => {
      asked.push(ids);
      failures -= 1;
      if (failures >= 0) throw new Error("the database is away");
      return new Map(ids.map((id) => [id, `${id}!`]));
    },
    onFault: () => undefined,
  });
  return { look, asked };
}

describe("a shared poller", () => {
  it("polls once for all listeners of an id", async () => {
    const { look, asked } = aLook();
    const seen: string[] = [];
    const stops = ["a", "a", "b"].map((id) => look.follow(id, (what) => seen.push(what)));
    await until(() => seen.length >= 3);
    expect(asked[0]).toEqual(["a", "b"]);
    expect(seen.slice(0, 3).sort()).toEqual(["a!", "a!", "b!"]);
    for (const stop of stops) stop();
  });

  /** A page without viewers must cost nothing. */
  it("stops polling without listeners, and starts again with one", async () => {
    const { look, asked } = aLook();
    let seen = 0;
    const listener = () => {
      seen += 1;
    };
    const stop = look.follow("a", listener);
    await until(() => seen > 0);
    stop();
    const before = asked.length;
    const other = look.follow("b", listener);
    await until(() => asked.length > before + 1);
    expect(asked.slice(before + 1).flat()).not.toContain("a");
    other();
  });

  it("continues after an error", async () => {
    const { look } = aLook({ failures: 2 });
    const { promise, resolve } = Promise.withResolvers<string>();
    const stop = look.follow("a", resolve);
    expect(await promise).toBe("a!");
    stop();
  });
});
