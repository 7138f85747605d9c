import type { CalendarDay } from "../receipts/addis-time.ts";
import { readYearDay } from "../receipts/reference-day.ts";

/** Token of a debit: the transaction's id, the first four digits of the payer's account, and the transaction's code. */
export interface WegagenToken {
  readonly transactionId: string;
  readonly accountStart: string;
  readonly transactionCode: string;
  readonly day: CalendarDay;
}

const shape = /^([A-Z0-9]{7}(\d{5})[A-Z0-9]{4})(\d{4})D([A-Z0-9]{3})$/;

export function readWegagenToken(token: string): WegagenToken | undefined {
  const [, transactionId = "", yearDay = "", accountStart = "", transactionCode = ""] =
    shape.exec(token) ?? [];
  const day = readYearDay(yearDay);
  return shape.test(token) && day !== undefined
    ? { transactionId, accountStart, transactionCode, day }
    : undefined;
}

export function requiredWegagenToken(token: string): WegagenToken {
  const read = readWegagenToken(token);
  if (read === undefined) throw new Error(`${token} is not a token`);
  return read;
}
