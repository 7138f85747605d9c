import { inShort } from "./jest-report.ts";

it("a failure in short has the test and what it expected, without colors and places", () => {
  const message = `\u001b[31mexpected 202, got 503\u001b[39m\n\n    at file.ts:1:2\n    at other.ts:3:4\n${"x".repeat(9_000)}`;
  const short = inShort({ test: "a call is accepted", message });
  expect(short).toMatch(/^a call is accepted\nexpected 202, got 503\nx+$/);
  expect(short.length).toBeLessThan(600);
});
