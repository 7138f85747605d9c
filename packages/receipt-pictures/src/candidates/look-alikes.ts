import type { ReadLetter } from "./read-letter.ts";

/** How likely the first letter was recognized although the second is printed, compared with a right reading. */
const confusions: Readonly<Record<string, Readonly<Record<string, number>>>> = withBothWays({
  O0: 0.15,
  Q0: 0.03,
  QO: 0.05,
  D0: 0.02,
  DO: 0.02,
  U0: 0.005,
  C0: 0.005,
  I1: 0.1,
  L1: 0.02,
  T1: 0.005,
  71: 0.01,
  B8: 0.05,
  "38": 0.005,
  S5: 0.05,
  S8: 0.01,
  Z2: 0.05,
  Z7: 0.01,
  G6: 0.05,
  GC: 0.01,
  T7: 0.02,
  A4: 0.01,
  UV: 0.01,
  VY: 0.005,
  EF: 0.005,
  PR: 0.005,
  l1: 0.3,
  lI: 0.3,
  "|1": 0.3,
  "|I": 0.3,
  "!1": 0.2,
  "]1": 0.1,
  "[1": 0.1,
  o0: 0.2,
  b6: 0.1,
  g9: 0.1,
  q9: 0.1,
  "?7": 0.1,
  $S: 0.2,
  "€E": 0.1,
  "¢C": 0.1,
  Φ0: 0.1,
});

function withBothWays(pairs: Readonly<Record<string, number>>): Record<string, Record<string, number>> {
  const all: Record<string, Record<string, number>> = {};
  for (const [pair, weight] of Object.entries(pairs)) {
    const [one = "", other = ""] = pair;
    all[one] = { ...all[one], [other]: weight };
    all[other] = { ...all[other], [one]: weight };
  }
  return all;
}

/** Capitals that differ from their small letters only in size. */
const sameShape = /[ckopsuvwxz]/;

export interface Option {
  readonly letter: string;
  /** Negative logarithm of its probability. */
  readonly cost: number;
}

/** Whether a place of a form can hold the letter. */
export type IsAllowed = (letter: string) => boolean;

/** Each place is asked for by many forms, and again after each round of reading. */
const known = new WeakMap<ReadLetter, Map<IsAllowed, readonly Option[]>>();

/** The letters of a class that this place can hold, the likeliest first. */
export function optionsAt(place: ReadLetter, isAllowed: IsAllowed): readonly Option[] {
  const ofPlace = known.get(place) ?? new Map<IsAllowed, readonly Option[]>();
  known.set(place, ofPlace);
  const options = ofPlace.get(isAllowed) ?? findOptions(place, isAllowed);
  ofPlace.set(isAllowed, options);
  return options;
}

function findOptions(place: ReadLetter, isAllowed: IsAllowed): readonly Option[] {
  const best = new Map<string, number>();
  const add = (letter: string, probability: number) => {
    if (isAllowed(letter)) best.set(letter, Math.max(best.get(letter) ?? 0, probability));
  };
  for (const { letter, probability } of place) {
    add(letter, probability);
    if (probability === 1) continue;
    for (const [other, weight] of Object.entries(confusions[letter] ?? {})) add(other, probability * weight);
    const capital = letter.toUpperCase();
    if (capital === letter || !/^[a-z]$/.test(letter) || isAllowed(letter)) continue;
    add(capital, probability * (sameShape.test(letter) ? 0.3 : 0.05));
  }
  return [...best]
    .map(([letter, probability]) => ({ letter, cost: -Math.log(Math.min(1, probability)) }))
    .sort((a, b) => a.cost - b.cost);
}
