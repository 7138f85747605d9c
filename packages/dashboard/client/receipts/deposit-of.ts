import type { StatusRecord } from "@receipts/contracts";

/** The deposit with which a receipt in review is decided: the one that a payer sent it to, or that holds it. */
export function depositOf({ depositId, firstConfirmation, result }: StatusRecord): string | undefined {
  if (depositId !== undefined) return depositId;
  const isHeld = result?.decisionReasons.includes("held_for_deposit") === true;
  return (isHeld ? firstConfirmation?.depositId : undefined) ?? undefined;
}
