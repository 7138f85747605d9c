import type { BankState } from "@receipts/contracts";
import { bankStateOf } from "./bank-state.ts";

type Minute = readonly [minutesAgo: number, answered: number, unavailable: number];

const stateOf = (minutes: readonly Minute[], breakerOpen = false) =>
  bankStateOf({
    minutes: minutes.map(([minutesAgo, answered, unavailable]) => ({ minutesAgo, answered, unavailable })),
    breakerOpen,
  });

const table: readonly [what: string, state: BankState, minutes: readonly Minute[], breakerOpen?: boolean][] =
  [
    ["nobody asked it", "unknown", []],
    ["the last attempt was five minutes ago", "unknown", [[5, 100, 0]]],
    ["the last attempt was five minutes ago, behind an open breaker", "unknown", [[5, 0, 100]], true],
    ["it answers", "operational", [[0, 100, 0]]],
    ["it answered once, four minutes ago", "operational", [[4, 1, 0]]],
    ["one attempt of eleven was in vain", "operational", [[0, 10, 1]]],
    ["a tenth was in vain", "degraded", [[0, 9, 1]]],
    ["the only attempt was in vain", "degraded", [[0, 0, 1]]],
    ["both attempts were in vain", "degraded", [[0, 0, 2]]],
    ["half was in vain", "degraded", [[0, 2, 2]]],
    ["two of three were in vain", "down", [[0, 1, 2]]],
    ["three of three were in vain", "down", [[0, 0, 3]]],
    ["a breaker is open although most were answered", "down", [[0, 100, 20]], true],
    [
      "a canary was in vain three times",
      "down",
      [
        [0, 0, 1],
        [1, 0, 1],
        [2, 0, 1],
      ],
    ],
    [
      "a canary was in vain and is answered again",
      "degraded",
      [
        [0, 1, 0],
        [1, 1, 0],
        [2, 0, 1],
      ],
    ],
    [
      "what failed before the last three canaries is over",
      "operational",
      [
        [0, 1, 0],
        [1, 1, 0],
        [2, 1, 0],
        [3, 0, 1],
      ],
    ],
    [
      "an outage ended two minutes ago",
      "operational",
      [
        [0, 3, 0],
        [2, 0, 900],
      ],
    ],
    [
      "an outage ended within the last minute",
      "down",
      [
        [0, 3, 0],
        [1, 0, 900],
      ],
    ],
    [
      "few attempts since an outage: the older ones count",
      "down",
      [
        [0, 1, 0],
        [3, 0, 2],
      ],
    ],
  ];

describe("the state of a bank", () => {
  it.each(table)("when %s: %s", (...[_what, state, minutes, breakerOpen]) => {
    expect(stateOf(minutes, breakerOpen)).toBe(state);
  });
});
