import { MessageUndeliverable } from "@receipts/messaging";
import type { ClaimRepository } from "./claim-repository.ts";

/**
 * A message is published after its row is committed, so one without a row is what a restored backup has left on the bus:
 * set aside as a dead letter, not dropped, since it is all that is left of that request.
 */
export async function requireKnown(
  claims: Pick<ClaimRepository, "exists">,
  verificationId: string,
): Promise<void> {
  if (!(await claims.exists(verificationId))) throw new MessageUndeliverable("no such request");
}
