/** `1****1111` → `1111`: what a masked account shows at its end; all of an unmasked one. */
export function visibleTrailingDigits(account: string): string {
  let start = account.length;
  while (start > 0 && /\d/.test(account.charAt(start - 1))) start -= 1;
  return account.slice(start);
}

/**
 * Whether these digits can be the end of that account. An account with a visible letter (`E****0950`) is
 * the bank's own and no customer's; one that shows no digit at its end fits nothing.
 */
export function suffixFitsAccount(suffix: string, account: string): boolean {
  const visible = visibleTrailingDigits(account);
  if (visible === "" || /[A-WYZa-wyz]/.test(account)) return false;
  return visible.endsWith(suffix) || suffix.endsWith(visible);
}
