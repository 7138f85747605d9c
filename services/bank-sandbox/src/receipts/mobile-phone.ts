/** `0911…`, `911…`, `251911…` or `+251911…` as `251911…`; undefined if it is not an Ethiopian mobile number. */
export function internationalPhone(text: string): string | undefined {
  const match = /^(?:\+?251|0)?([79]\d{8})$/.exec(text.replace(/[\s-]/g, ""));
  return match === null ? undefined : `251${match[1]}`;
}
