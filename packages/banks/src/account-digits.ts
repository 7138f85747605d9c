/** `1****1111` → `1111`: the digits at the end of a masked account; all digits of an unmasked one. */
export function visibleTrailingDigits(account: string): string {
  let start = account.length;
  while (start > 0 && /\d/.test(account.charAt(start - 1))) start -= 1;
  return account.slice(start);
}

/**
 * Whether the account can end in these digits. False for an account with a visible letter (`E****0950`), which is the
 * bank's own, and for one that shows no digit at its end.
 */
export function suffixMatchesAccount(suffix: string, account: string): boolean {
  const visible = visibleTrailingDigits(account);
  if (visible === "" || /[A-WYZa-wyz]/.test(account)) return false;
  return visible.endsWith(suffix) || suffix.endsWith(visible);
}
