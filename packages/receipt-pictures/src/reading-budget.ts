import type { ReadingLimits } from "./reading-child.ts";

/** The limits of one document, which its parts share. */
export function createReadingBudget(limits: ReadingLimits) {
  const startedAt = performance.now();
  let spentMs = 0;
  return {
    spend(cpuMs: number): void {
      spentMs += cpuMs;
    },
    /** For the next part; undefined if nothing is left. */
    left(): ReadingLimits | undefined {
      const cpuMs = limits.cpuMs - spentMs;
      const ms = limits.ms - (performance.now() - startedAt);
      return cpuMs > 0 && ms > 0 ? { ...limits, cpuMs, ms } : undefined;
    },
  };
}
