/** A secret of a first response. Null only where an `Idempotency-Key` repeats a call, and the dashboard sends none here. */
export function shownOnce(secret: string | null): string {
  if (secret === null) throw new Error("a first response shows its secret");
  return secret;
}
