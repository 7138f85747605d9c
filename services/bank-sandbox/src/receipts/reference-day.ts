import { type CalendarDay, calendarDay, twoDigits } from "./addis-time.ts";

const dayMs = 24 * 60 * 60 * 1000;
const monthLetters = "ABCDEFGHIJKL";
const dayCharacters = "123456789ABCDEFGHIJKLMNOPQRSTUV";
const firstLetter = "A".charCodeAt(0);

/**
 * Wallet references start with the payment's day: year letter, month letter, day (1–9, then A = 10 … V = 31). `yearOfA`
 * is the year of the letter A, which differs between wallets.
 */
export function readWalletDay(reference: string, yearOfA: number): CalendarDay | undefined {
  const year = reference.charCodeAt(0) - firstLetter + yearOfA;
  const month = monthLetters.indexOf(reference.charAt(1)) + 1;
  const day = dayCharacters.indexOf(reference.charAt(2)) + 1;
  return month === 0 || day === 0 ? undefined : calendarDay(year, month, day);
}

/** Undefined for a year that has no letter. */
export function writeWalletDay({ year, month, day }: CalendarDay, yearOfA: number): string | undefined {
  const letter = year - yearOfA;
  if (letter < 0 || letter > 25) return undefined;
  const yearLetter = String.fromCharCode(firstLetter + letter);
  return `${yearLetter}${monthLetters.charAt(month - 1)}${dayCharacters.charAt(day - 1)}`;
}

/** Core banking references contain `YYDDD`: two digits of the year, then the day of the year. */
export function readYearDay(yyddd: string): CalendarDay | undefined {
  const year = 2000 + Number(yyddd.slice(0, 2));
  const dayOfYear = Number(yyddd.slice(2));
  const date = new Date(Date.UTC(year, 0, dayOfYear));
  if (dayOfYear < 1 || date.getUTCFullYear() !== year) return undefined;
  return { year, month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Undefined outside the century of the two digits. */
export function writeYearDay({ year, month, day }: CalendarDay): string | undefined {
  if (year < 2000 || year > 2099) return undefined;
  const dayOfYear = (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 0)) / dayMs;
  return `${twoDigits(year - 2000)}${String(dayOfYear).padStart(3, "0")}`;
}
