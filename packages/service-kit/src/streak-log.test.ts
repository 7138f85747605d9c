import { createStreakLog } from "./streak-log.ts";

function open() {
  const lines: string[] = [];
  const write = (event: string, fields?: object) =>
    void lines.push(`${event} ${JSON.stringify({ ...fields, error: undefined, forMs: undefined })}`);
  const streak = createStreakLog({ warn: write, info: write }, { failed: "failed", recovered: "recovered" });
  return { lines, streak };
}

it("writes a line for the first of equal failures, and one for their end", () => {
  const { lines, streak } = open();
  for (let nth = 0; nth < 40; nth += 1) streak.failed(new Error("connect ECONNREFUSED"));
  streak.succeeded();
  streak.succeeded();
  expect(lines).toEqual(["failed {}", 'recovered {"failures":40}']);
});

it("writes each other failure of a streak once, however they alternate", () => {
  const { lines, streak } = open();
  for (let nth = 0; nth < 40; nth += 1) streak.failed(new Error(nth % 2 === 0 ? "away" : "in recovery"));
  expect(lines).toEqual(["failed {}", 'failed {"failures":2}']);
});

it("writes at most ten different failures of a streak", () => {
  const { lines, streak } = open();
  for (let nth = 0; nth < 500; nth += 1) streak.failed(new Error(`item ${nth}`));
  expect(lines).toHaveLength(10);
});

it("writes the first failure again after a success", () => {
  const { lines, streak } = open();
  for (let nth = 0; nth < 2; nth += 1) {
    streak.failed(new Error("away"));
    streak.succeeded();
  }
  expect(lines.filter((line) => line.startsWith("failed"))).toHaveLength(2);
});
