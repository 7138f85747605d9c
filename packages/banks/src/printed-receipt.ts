/** How a bank's receipts look, to find their references in a picture. Recognized letters may be look-alikes. */
export interface PrintedReceipt {
  /**
   * Names on the bank's own receipts, in small letters and without spaces. The links' hosts count too. Of two names at
   * the same place, the longer one counts.
   */
  readonly titles: readonly string[];
  readonly references: readonly PrintedReference[];
}

export interface PrintedReference {
  /**
   * One mark per character. `#` is a digit, `@` a capital letter, `*` either. `~` is a digit or a letter of either case.
   * `%` is a month (`A`–`L`), `+` a day (`1`–`9`, `A`–`V`). Any other character stands for itself.
   */
  readonly form: string;
  /** Days since 1970-01-01; undefined for a day that does not exist. Absent if the reference has no day. */
  day?(reference: string): number | undefined;
  /**
   * Required before the reference, on its line or the one above, if its form is too common. A linear pattern for small
   * letters without spaces.
   */
  readonly label?: RegExp;
  /**
   * Other banks' numbers look the same and are likelier: it is this bank's only if the document has its title before all
   * others, or the request names the bank.
   */
  readonly onlyIfNamed?: true;
  /** How many last digits of an account the bank requires with it. */
  readonly accountDigits?: number;
  /** The bank requires the mobile number of a party with it. */
  readonly withPhone?: true;
}
