export interface SeededNumbers {
  /** From 0 to 1. */
  next(): number;
  between(low: number, high: number): number;
  /** With a deviation of 1. */
  normal(): number;
}

/** Mulberry32: the same numbers for the same seed. */
export function createSeededNumbers(seed: number): SeededNumbers {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
