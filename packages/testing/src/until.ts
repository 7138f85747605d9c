import { pause } from "@receipts/service-kit";

/** A busy host may hold a healthy system up for a minute. */
const PATIENCE_MS = 120_000;

export interface Wait {
  /** Names the condition in the error. */
  readonly what?: string;
  /** A value that changes while the system moves: each change starts the patience again. */
  readonly progress?: () => unknown;
  /** How long nothing may move; at least the default of two minutes. */
  readonly patienceMs?: number;
}

/** Waits for a condition, never for a time. Only a system that stands still ends the wait. */
export async function until<T>(
  condition: () => T | Promise<T>,
  { what = "the condition", progress, patienceMs = PATIENCE_MS }: Wait = {},
): Promise<NonNullable<T>> {
  let movedAt = performance.now();
  let before = await progress?.();
  for (;;) {
    const value = await condition();
    if (value !== false && value !== null && value !== undefined) return value as NonNullable<T>;
    const now = await progress?.();
    if (now !== before) {
      movedAt = performance.now();
      before = now;
    }
    if (performance.now() - movedAt > patienceMs) {
      throw new Error(`${what} did not come true, and nothing moved for ${Math.round(patienceMs / 1_000)} s`);
    }
    await pause(10);
  }
}

/** Waits until nothing is left. */
export async function untilNone(count: () => Promise<number>, what: string): Promise<void> {
  let left = Number.NaN;
  const isNoneLeft = async () => {
    left = await count();
    return left === 0;
  };
  await until(isNoneLeft, { what, progress: () => left });
}
