const HOUR_MS = 3_600_000;
/** East Africa Time: UTC+3, without daylight saving since the zone began. */
const ADDIS = "Africa/Addis_Ababa";

/** Turns times of the clocks in a zone, written as if they were UTC, into moments. */
export type MomentOf = (clockMs: number) => Date;

export function createMomentOf(timeZone: string): MomentOf {
  if (timeZone === ADDIS) return (clockMs) => new Date(clockMs - 3 * HOUR_MS);
  const clock = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  // Asking for an offset takes longer than reading a line; offsets change on the hour.
  const offsets = new Map<number, number>();
  const offsetAt = (moment: number): number => {
    const hour = Math.floor(moment / HOUR_MS);
    let offset = offsets.get(hour);
    if (offset === undefined) {
      offset = offsetOf(clock.format(hour * HOUR_MS));
      offsets.set(hour, offset);
    }
    return offset;
  };
  return (clockMs) => {
    const near = clockMs - offsetAt(clockMs);
    return new Date(clockMs - offsetAt(near));
  };
}

/** Reads `3/2/2026, GMT+03:00`; without an offset it is UTC. */
function offsetOf(formatted: string): number {
  const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d{2}):(\d{2})/.exec(formatted) ?? [];
  const offset = Number(hours) * HOUR_MS + Number(minutes) * 60_000;
  return sign === "-" ? -offset : offset;
}
