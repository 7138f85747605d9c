import type { Till } from "@receipts/contracts";

export type TillState = "waiting" | "expired" | "enrolled" | "revoked";

export function stateOf(
  { revokedAt, enrolledAt, codeExpiresAt }: Pick<Till, "revokedAt" | "enrolledAt" | "codeExpiresAt">,
  nowMs = Date.now(),
): TillState {
  if (revokedAt !== null) return "revoked";
  if (enrolledAt !== null) return "enrolled";
  return codeExpiresAt !== null && Date.parse(codeExpiresAt) > nowMs ? "waiting" : "expired";
}

/** Whether the list is to be looked at again: the device of one of the tills is being set up elsewhere. */
export const isWaiting = (tills: readonly Parameters<typeof stateOf>[0][]): boolean =>
  tills.some((till) => stateOf(till) === "waiting");
