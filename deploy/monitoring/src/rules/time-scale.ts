/** Durations of rules: true ones, or scaled down for a test that cannot wait for hours. */
export interface TimeScale {
  /** `5m`, in the notation of PromQL and rule files. */
  duration(seconds: number): string;
  /** A number of seconds for a comparison. */
  seconds(seconds: number): number;
}

export const minutes = (count: number): number => count * 60;
export const hours = (count: number): number => minutes(count * 60);
export const days = (count: number): number => hours(count * 24);

const units = [
  ["d", days(1)],
  ["h", hours(1)],
  ["m", minutes(1)],
  ["s", 1],
] as const;

export function spell(seconds: number): string {
  const [name, length] = units.find(([, unit]) => seconds >= unit && seconds % unit === 0) ?? ["s", 1];
  return `${seconds / length}${name}`;
}

export const trueTime: TimeScale = { duration: spell, seconds: (seconds) => seconds };

/** At 1/60 a window of five minutes becomes five seconds. A shorter one would not hold two samples. */
const SHORTEST_SECONDS = 5;

export function scaledTime(factor: number): TimeScale {
  const scaled = (seconds: number) => (seconds === 0 ? 0 : Math.max(1, Math.round(seconds * factor)));
  return {
    duration: (seconds) =>
      spell(seconds >= minutes(5) ? Math.max(SHORTEST_SECONDS, scaled(seconds)) : scaled(seconds)),
    seconds: scaled,
  };
}
