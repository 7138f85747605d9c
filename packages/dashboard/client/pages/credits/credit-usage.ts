import type { CreditUsage } from "@receipts/contracts";

export interface DayUsage {
  /** ISO date, of the account's time zone. */
  readonly date: string;
  readonly spent: number;
  readonly refunded: number;
}

/** Usage of all given days, also those without spending, for one bank or all. */
export function usageByDay(
  usage: Pick<CreditUsage, "days">,
  dates: readonly string[],
  bank: string | undefined,
): DayUsage[] {
  const rows = usage.days.filter((row) => bank === undefined || row.bank === bank);
  return dates.map((date) => {
    const ofDay = rows.filter((row) => row.date === date);
    return {
      date,
      spent: sum(ofDay.map(({ debits }) => debits)),
      refunded: sum(ofDay.map(({ refunds }) => refunds)),
    };
  });
}

export interface BankUsage {
  readonly bank: string;
  readonly debits: number;
  readonly refunds: number;
  readonly net: number;
}

/** Sorted by cost, highest first. */
export function usageByBank(usage: Pick<CreditUsage, "days">): BankUsage[] {
  const banks = [...new Set(usage.days.map(({ bank }) => bank))];
  return banks
    .map((bank) => {
      const rows = usage.days.filter((row) => row.bank === bank);
      return {
        bank,
        debits: sum(rows.map(({ debits }) => debits)),
        refunds: sum(rows.map(({ refunds }) => refunds)),
        net: sum(rows.map(({ net }) => net)),
      };
    })
    .sort((a, b) => b.net - a.net);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
