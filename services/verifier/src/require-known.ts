import { MessageUndeliverable } from "@receipts/messaging";
import type { ClaimRepository } from "./claim-repository.ts";

/**
 * Throws `MessageUndeliverable` if the request has no row. Messages are published after the commit, so a restored
 * backup lost the row. The message becomes a dead letter: it is all that is left of the request.
 */
export async function requireKnown(
  claims: Pick<ClaimRepository, "exists">,
  verificationId: string,
): Promise<void> {
  if (!(await claims.exists(verificationId))) throw new MessageUndeliverable("no such request");
}
