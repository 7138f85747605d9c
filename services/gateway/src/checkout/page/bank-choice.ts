import type { BankCode, PaymentOption } from "@receipts/contracts";

/** As `from` in the address: asks although the browser remembers a bank. */
export const ANY_BANK = "any";

/** The payer's choice: parameters of the address, and what the browser remembers. None of them is trusted. */
export interface ChosenBank {
  readonly from?: unknown;
  readonly to?: unknown;
  readonly remembered?: string | undefined;
}

export interface BankChoice {
  /** Banks that the payer can pay from, in the order of the accounts. */
  readonly banks: readonly BankCode[];
  /** The account to pay to; undefined while the payer must choose a bank. */
  readonly account: PaymentOption | undefined;
  /** The seller's other accounts at the same bank, with their parameters. */
  readonly others: readonly { readonly account: PaymentOption; readonly parameters: string }[];
  /** The choice as parameters of the address; empty if the address has none. */
  readonly parameters: string;
  /** A bank to remember: chosen now, and not remembered yet. */
  readonly newlyChosen: BankCode | undefined;
}

/**
 * Chooses the account that the page shows. Payers choose among the banks of the accounts, since only receipts of these
 * are accepted. A payment within one bank shows the same receipt to both sides.
 */
export function chooseBank(
  options: readonly PaymentOption[],
  { from, to, remembered }: ChosenBank,
): BankChoice {
  const banks = [...new Set(options.map(({ bank }) => bank))];
  const isChoice = banks.length > 1;
  const chosen = banks.find((bank) => bank === from);
  const usual = from === ANY_BANK ? undefined : banks.find((bank) => bank === remembered);
  const bank = chosen ?? (isChoice ? usual : banks[0]);
  const accounts = options.filter((option) => option.bank === bank);
  const place = Math.max(
    0,
    accounts.findIndex((_account, index) => to === placeText(index)),
  );
  return {
    banks,
    account: accounts[place],
    others: accounts.flatMap((account, index) =>
      index === place ? [] : [{ account, parameters: parametersOf(account.bank, index) }],
    ),
    parameters:
      chosen === undefined
        ? isChoice && from === ANY_BANK
          ? parametersOf(from)
          : ""
        : parametersOf(chosen, place),
    newlyChosen: isChoice && chosen !== remembered ? chosen : undefined,
  };
}

/** Parameters that choose a bank, and one of its accounts if it is not the first. */
export function parametersOf(from: string, place = 0): string {
  return place === 0 ? `from=${from}` : `from=${from}&to=${placeText(place)}`;
}

const placeText = (index: number) => String(index + 1);

/** Appends parameters to a query, which can be empty. */
export function withParameters(query: string, parameters: string): string {
  if (parameters === "") return query;
  return `${query}${query === "" ? "?" : "&"}${parameters}`;
}
