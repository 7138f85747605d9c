import type { ChaosProcess } from "./chaos-process.ts";

/** Measures the memory growth of processes. */
export function memoryOf(processes: readonly ChaosProcess[]): { grownBytes(): number } {
  const before = processes.map((each) => each.residentBytes());
  return {
    /** Growth of the process that grew most. */
    grownBytes: () =>
      Math.max(...processes.map((each, index) => each.residentBytes() - (before[index] ?? 0))),
  };
}
