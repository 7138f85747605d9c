import type { BankState } from "@receipts/contracts";
import { bankStateOf } from "./bank-state.ts";

type Minute = readonly [minutesAgo: number, answered: number, unavailable: number, failingCallers?: bigint];

interface More {
  readonly breakerOpen?: boolean;
  readonly before?: BankState;
}

const stateOf = (minutes: readonly Minute[], { breakerOpen = false, before = "operational" }: More = {}) =>
  bankStateOf(
    {
      minutes: minutes.map(([minutesAgo, answered, unavailable, failingCallers]) => ({
        minutesAgo,
        answered,
        unavailable,
        failingCallers: failingCallers ?? (unavailable > 0 ? 0b1n : 0n),
      })),
      breakerOpen,
    },
    before,
  );

const one = 0b1n;
const two = 0b11n;
const several = 0b111n;
/** The same attempts in each of `count` minutes, including the current one. */
const minutes = (count: number, answered: number, unavailable: number, failingCallers: bigint): Minute[] =>
  Array.from({ length: count }, (_, ago) => [ago, answered, unavailable, failingCallers]);
const well = (minutesAgo: number, answered: number): Minute => [minutesAgo, answered, 0];
const failing = (minutesAgo: number, unavailable: number): Minute => [minutesAgo, 0, unavailable];
const open = { breakerOpen: true };
const wasDown = { before: "down" } as const;

const table: readonly [what: string, state: BankState, minutes: readonly Minute[], more?: More][] = [
  ["no attempt was made", "unknown", []],
  ["the last attempt was five minutes ago", "unknown", [[5, 100, 0]]],
  ["the last attempt was five minutes ago, behind an open breaker", "unknown", [[5, 0, 100]], open],
  ["it responds", "operational", [[0, 100, 0]]],
  ["it responded once, four minutes ago", "operational", [[4, 1, 0]]],
  ["one of eleven attempts failed", "operational", [[0, 10, 1]]],
  ["a tenth failed", "degraded", [[0, 9, 1]]],
  ["the only attempt failed", "degraded", [[0, 0, 1]]],
  ["half failed", "degraded", [[0, 2, 2]]],

  ["several accounts got no response for three minutes", "down", minutes(3, 0, 3, several)],
  ["several accounts got few responses for three minutes", "down", minutes(3, 1, 3, several)],
  [
    "several accounts got no response, each in another minute",
    "down",
    [0b1n, 0b10n, 0b100n].map((bit, ago) => [ago, 0, 3, bit]),
  ],
  ["several accounts got no response for two minutes", "degraded", minutes(2, 0, 300, several)],
  ["several accounts got no response in this minute", "degraded", minutes(1, 0, 300, several)],
  ["half of the attempts of several accounts failed", "degraded", minutes(5, 3, 3, several)],

  ["one account got no response for a minute in 1,000 attempts", "degraded", minutes(1, 0, 1_000, one)],
  ["one account got no response for four minutes", "degraded", minutes(4, 0, 1_000, one)],
  ["two accounts got no response for four minutes", "degraded", minutes(4, 0, 1_000, two)],
  ["one account got no response for five minutes, while others did", "degraded", minutes(5, 1, 1_000, one)],
  ["one account got no response for five minutes", "down", minutes(5, 0, 1, one)],
  ["a canary got no response five times", "down", minutes(5, 0, 1, one)],
  ["a canary got no response three times", "degraded", minutes(3, 0, 1, one)],

  ["a breaker is open for several accounts, for three minutes", "down", minutes(3, 0, 1, several), open],
  ["a breaker is open for one account", "degraded", minutes(2, 0, 20, one), open],
  ["a breaker is open although most attempts succeeded", "degraded", [[0, 100, 20, several]], open],

  ["it was down, and one account still gets no response", "down", minutes(1, 0, 3, one), wasDown],
  ["it was down, and a breaker is still open", "down", [[0, 0, 1]], { ...open, ...wasDown }],
  ["it was down, and most attempts succeed again", "degraded", [[0, 3, 1]], wasDown],
  ["it was down, and all attempts succeed again", "operational", [[0, 3, 0]], wasDown],
  ["it was down two minutes ago", "operational", [well(0, 3), failing(2, 900)], wasDown],
  ["it was down within the last minute", "down", [well(0, 3), failing(1, 900)], wasDown],
  [
    "there were few attempts since it was down: older minutes count",
    "down",
    [well(0, 1), failing(3, 2)],
    wasDown,
  ],
  [
    "a canary got no response, and now gets one again",
    "degraded",
    [well(0, 1), well(1, 1), failing(2, 1)],
    wasDown,
  ],
  [
    "a canary got a response three times",
    "operational",
    [well(0, 1), well(1, 1), well(2, 1), failing(3, 1)],
    wasDown,
  ],
];

describe("the state of a bank", () => {
  it.each(table)("when %s: %s", (...[_what, state, asked, more]) => {
    expect(stateOf(asked, more)).toBe(state);
  });
});
