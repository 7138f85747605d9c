import { createAccountTurns, type Turn } from "./account-turns.ts";

/** Work that ends when the test says so. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, end: resolve };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const owner = (accountId: string, credentialId = "key") => ({ accountId, credentialId });

it("a few calls of an account work at once, the others in their order, and another account at once", async () => {
  const inTurn = createAccountTurns({ ofAccount: 3, ofCredential: 2 });
  const started: string[] = [];
  const works = Array.from({ length: 5 }, heldWork);
  const ended = works.map(({ promise }, at) =>
    inTurn(owner("a"), async () => {
      started.push(`a${at}`);
      await promise;
    }),
  );
  const other = inTurn(owner("b"), () => started.push("b"));
  await other;
  expect(started).toEqual(["a0", "a1", "b"]);
  works[1]?.end();
  await settled();
  expect(started).toEqual(["a0", "a1", "b", "a2"]);
  for (const { end } of works) end();
  await Promise.all(ended);
  expect(started).toEqual(["a0", "a1", "b", "a2", "a3", "a4"]);
});

it("a call of another key of the account works at once beside a flood, and of a third one next", async () => {
  const inTurn = createAccountTurns({ ofAccount: 3, ofCredential: 2 });
  const started: string[] = [];
  const flood = heldWork();
  const calls = Array.from({ length: 100 }, () =>
    inTurn(owner("a", "flooding"), async () => {
      started.push("flooding");
      await flood.promise;
    }),
  );
  const held = heldWork();
  const session = inTurn(owner("a", "session"), async () => {
    started.push("session");
    await held.promise;
  });
  const third = inTurn(owner("a", "third"), () => started.push("third"));
  await settled();
  expect(started).toEqual(["flooding", "flooding", "session"]);
  held.end();
  await session;
  await third;
  expect(started).toEqual(["flooding", "flooding", "session", "third"]);
  flood.end();
  await Promise.all(calls);
});

it("a call that fails gives its turn to the next", async () => {
  const inTurn = createAccountTurns({ ofAccount: 1, ofCredential: 1 });
  const failing = inTurn(owner("a"), () => Promise.reject(new Error("no such row")));
  const next = inTurn(owner("a"), () => "done");
  await expect(failing).rejects.toThrow("no such row");
  expect(await next).toBe("done");
});

it("work outside of the turn leaves it to others, and waits for one afterwards, also when it fails", async () => {
  const inTurn = createAccountTurns({ ofAccount: 1, ofCredential: 1 });
  const steps: string[] = [];
  const [dns, query] = [heldWork(), heldWork()];
  const resolving = inTurn(owner("a"), async (turn: Turn) => {
    await turn.outside(() => dns.promise);
    steps.push("resolved");
  });
  const other = inTurn(owner("a"), async () => {
    steps.push("other");
    await query.promise;
  });
  await settled();
  expect(steps).toEqual(["other"]);
  dns.end();
  await settled();
  expect(steps).toEqual(["other"]);
  query.end();
  await Promise.all([resolving, other]);
  expect(steps).toEqual(["other", "resolved"]);
  const failing = inTurn(owner("a"), (turn) => turn.outside(() => Promise.reject(new Error("no such host"))));
  await expect(failing).rejects.toThrow("no such host");
  expect(await inTurn(owner("a"), () => "free")).toBe("free");
});
