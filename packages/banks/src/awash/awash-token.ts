import { addisInstant, numberGroups } from "../addis-time.ts";

/** Since 2026: the Transaction ID in base 36, and a counter. */
const base36Token = /^([0-9A-Z]{10})-[0-9A-Z]{6}$/;
/** Before 2026. */
const hexToken = /^([0-9A-F]{12})-[0-9A-Z]{6}$/;
const transactionId = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d{5}$/;

export function isAwashToken(text: string): boolean {
  return base36Token.test(text) || hexToken.test(text);
}

/** The number encoded in a current token; undefined for an older one. */
export function transactionIdOf(token: string): string | undefined {
  const [, firstPart] = base36Token.exec(token) ?? [];
  // 36 to the power of 10 is below 2 to the power of 53.
  return firstPart === undefined ? undefined : String(Number.parseInt(firstPart, 36));
}

/** The number in an older token, assuming that it encodes the same number in base 16. */
export function hexTransactionIdOf(token: string): string | undefined {
  const [, firstPart] = hexToken.exec(token) ?? [];
  return firstPart === undefined ? undefined : String(Number.parseInt(firstPart, 16));
}

/** `YYMMDDHHMM` of Addis Ababa and five digits; undefined for a time that does not exist. */
export function transactionIdTime(id: string): Date | undefined {
  const [year, month = 0, day = 0, hour, minute] = numberGroups(transactionId, id);
  return year === undefined ? undefined : addisInstant({ year: 2000 + year, month, day, hour, minute });
}

/** Whether the first part can be a Transaction ID. Always true for older tokens, whose content is unknown. */
export function hasRealTime(token: string): boolean {
  const id = transactionIdOf(token);
  return id === undefined || transactionIdTime(id) !== undefined;
}
