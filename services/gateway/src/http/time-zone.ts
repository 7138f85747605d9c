const DAY_MS = 86_400_000;
/** By the zone's name in lower case: a name has millions of spellings, and a clock is 26 KB. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time of the clocks in a zone, as if it were UTC. */
function wallClock(moment: number, timeZone: string): number {
  if (timeZone === "UTC") return moment;
  const name = timeZone.toLowerCase();
  let clock = clocks.get(name);
  if (clock === undefined) {
    const part = "2-digit";
    clock = new Intl.DateTimeFormat("sv-SE", {
      timeZone,
      calendar: "gregory",
      hourCycle: "h23",
      year: "numeric",
      month: part,
      day: part,
      hour: part,
      minute: part,
      second: part,
    });
    clocks.set(name, clock);
  }
  // Swedish writes `2026-03-02 10:14:59`, and the year 100 without a zero.
  return Date.parse(`${clock.format(moment).padStart(19, "0").replace(" ", "T")}Z`);
}

/** How far the clocks of a zone are ahead of UTC. Nothing at the edges, where years have other forms than `2026`. */
function offsetAt(moment: number, timeZone: string): number {
  const year = new Date(moment).getUTCFullYear();
  if (year < 2 || year > 9_998) return 0;
  const second = Math.floor(moment / 1_000) * 1_000;
  return wallClock(second, timeZone) - second;
}

/** As `2026-03-02`. */
export function dateIn(moment: Date, timeZone: string): string {
  return new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone)).toISOString().slice(0, 10);
}

/** The first moment of a day. Clocks may skip midnight or show it twice. */
export function startOfDate(date: string, timeZone: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const candidates = [midnight - DAY_MS, midnight + DAY_MS]
    .map((near) => midnight - offsetAt(near, timeZone))
    .sort((left, right) => left - right);
  const [earlier = midnight, later = midnight] = candidates;
  return new Date(dateIn(new Date(earlier), timeZone) >= date ? earlier : later);
}

/** The same time of the clocks some days later. */
export function addDays(moment: Date, days: number, timeZone: string): Date {
  const moved = moment.getTime() + days * DAY_MS;
  return new Date(moved + offsetAt(moment.getTime(), timeZone) - offsetAt(moved, timeZone));
}

export function nextDate(date: string, days = 1): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
