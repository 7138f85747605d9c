import type { ChaosProcess } from "./chaos-process.ts";

/** What processes hold in memory, against what they held at first. */
export function memoryOf(processes: readonly ChaosProcess[]): { grownBytes(): number } {
  const before = processes.map((each) => each.residentBytes());
  return {
    /** Of the one that grew most. */
    grownBytes: () =>
      Math.max(...processes.map((each, index) => each.residentBytes() - (before[index] ?? 0))),
  };
}
