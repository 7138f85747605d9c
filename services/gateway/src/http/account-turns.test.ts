import { createAccountTurns } from "./account-turns.ts";

/** Work that ends when the test says so. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, end: resolve };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("a few calls of an account work at once, the others in their order, and another account at once", async () => {
  const inTurn = createAccountTurns({ mostAtOnce: 2 });
  const started: string[] = [];
  const works = Array.from({ length: 5 }, heldWork);
  const ended = works.map(({ promise }, at) =>
    inTurn("a", async () => {
      started.push(`a${at}`);
      await promise;
    }),
  );
  const other = inTurn("b", () => started.push("b"));
  await other;
  expect(started).toEqual(["a0", "a1", "b"]);
  works[1]?.end();
  await settled();
  expect(started).toEqual(["a0", "a1", "b", "a2"]);
  for (const { end } of works) end();
  await Promise.all(ended);
  expect(started).toEqual(["a0", "a1", "b", "a2", "a3", "a4"]);
});

it("a call that fails gives its turn to the next", async () => {
  const inTurn = createAccountTurns({ mostAtOnce: 1 });
  const failing = inTurn("a", () => Promise.reject(new Error("no such row")));
  const next = inTurn("a", () => "done");
  await expect(failing).rejects.toThrow("no such row");
  expect(await next).toBe("done");
});
