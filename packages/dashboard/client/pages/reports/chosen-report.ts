import type { BankCode } from "@receipts/contracts";
import type { App } from "../../app/app-context.ts";
import { lastDays } from "../../format/time.ts";
import { allBanks } from "../../language/banks.ts";
import { choiceOf } from "./reports-query.ts";

export interface ChosenReport {
  /** Default: all banks. */
  readonly bank: BankCode | undefined;
  readonly period: Readonly<Record<"startDate" | "endDate", string | undefined>> & {
    readonly timeZone: string;
  };
}

/** The bank and days of the address, in the account's time zone. */
export async function chosenReport(app: App, query: URLSearchParams): Promise<ChosenReport> {
  const choice = choiceOf(query);
  const { timeZone } = (await app.whenSignedIn()).user;
  const dates = lastDays(choice.days, new Date(), timeZone);
  return {
    bank: allBanks().find((code) => code === choice.bank),
    period: { startDate: dates[0], endDate: dates.at(-1), timeZone },
  };
}
