import { isDeepStrictEqual } from "node:util";
import { bankCodes, type CloseDayBody, type DayClose, formatSantim, type Santim } from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import { requireOwnedBranch } from "../branches/branch-repository.ts";
import { findAccountDays } from "../downloads/account-days.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { dateIn, nextDate, startOfDate } from "../http/time-zone.ts";
import { insertClose, listCloses } from "./day-close-repository.ts";
import { centsOf, readTakings, sumOf } from "./takings-report.ts";

export interface Closing {
  readonly userId: string;
  readonly memberId: string | null;
  readonly body: CloseDayBody;
  readonly now: Date;
}

/**
 * Keeps what was taken on a day until now. Once for each day and branch: the same again returns the first close, another
 * count is refused. Runs in the caller's transaction, under the account's lock.
 */
export async function closeDay(
  client: PoolClient,
  { userId, memberId, body, now }: Closing,
): Promise<{ readonly close: DayClose; readonly isNew: boolean }> {
  const { date, branchId = null, note = null } = body;
  const { timeZone } = await findAccountDays(client, userId);
  if (date > dateIn(now, timeZone))
    throw invalidPayload([{ field: "date", message: `must not be after today, ${dateIn(now, timeZone)}` }]);
  await requireOwnedBranch(client, userId, branchId ?? undefined);
  requireEachBankOnce(body);
  const period = {
    timeZone,
    from: startOfDate(date, timeZone),
    before: startOfDate(nextDate(date), timeZone),
  };
  const rows = await readTakings(client, userId, period, branchId);
  const banks = bankCodes.flatMap((bank) => {
    const own = rows.filter((row) => row.bank === bank);
    return own.length === 0 ? [] : [{ bank, ...sumOf(own) }];
  });
  const takenBy = new Map(banks.map(({ bank, amount }) => [bank, BigInt(centsOf(amount))]));
  const counted = body.counted.map(({ bank, amount }) => ({
    bank,
    amount: formatSantim(amount),
    difference: formatSantim((amount - (takenBy.get(bank) ?? 0n)) as Santim),
  }));
  const close = await insertClose(client, userId, {
    ...{ date, branchId, ...sumOf(rows), banks, counted, note, memberId },
  });
  if (close !== undefined) return { close, isNew: true };
  return { close: await requireSame(client, userId, body), isNew: false };
}

async function requireSame(client: PoolClient, userId: string, body: CloseDayBody): Promise<DayClose> {
  const { date, branchId = null, note = null } = body;
  const first = (await listCloses(client, userId, { dates: [date], branchId })).get(date);
  if (first === undefined) throw new Error("the close of a closed day is not there");
  const amounts = (counted: readonly { readonly bank: string; readonly amount: string }[]) =>
    Object.fromEntries(counted.map(({ bank, amount }) => [bank, amount]));
  const again = body.counted.map(({ bank, amount }) => ({ bank, amount: formatSantim(amount) }));
  if (first.note !== note || !isDeepStrictEqual(amounts(first.counted), amounts(again))) {
    const by = first.closedBy === null ? "" : ` by ${first.closedBy}`;
    throw new ApiProblem("invalid_state", {
      message: `${date} was closed${by} at ${first.closedAt}, with other figures: a closed day never changes`,
    });
  }
  return first;
}

function requireEachBankOnce({ counted }: CloseDayBody): void {
  const banks = counted.map(({ bank }) => bank);
  const twice = banks.findIndex((bank, at) => banks.indexOf(bank) !== at);
  if (twice >= 0) throw invalidPayload([{ field: `counted.${twice}.bank`, message: "is in the list twice" }]);
}
