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
