import type { PoolClient } from "@receipts/database";
import { shareLockAccount } from "../../account-lock/lock-account.ts";
import { recordAudit } from "../../audit/audit-log.ts";
import { ApiProblem } from "../../http/api-problem.ts";
import type { ChangeDeposit } from "./change-deposit.ts";
import { visibleStatus } from "./deposit-machine.ts";
import type { DepositRow } from "./deposit-row.ts";
import { type DepositCall, lockDepositOf, noSuchDeposit } from "./own-deposit.ts";

/** Runs in the caller's transaction. If it throws `not_found` or `invalid_state`, roll back. */
export async function cancelDeposit(
  client: PoolClient,
  changeDeposit: ChangeDeposit,
  { userId, depositId, actor, cause }: DepositCall,
): Promise<DepositRow> {
  if (!(await shareLockAccount(client, userId))) throw noSuchDeposit();
  const locked = await lockDepositOf(client, userId, depositId);
  const { row } = locked;
  // Before the event: recording one locks the account's event counter until the commit.
  await recordAudit(client, {
    userId,
    actor,
    action: "deposit.canceled",
    subject: depositId,
    before: { status: row.status },
    after: { status: "canceled" },
  });
  const changed = await changeDeposit(client, locked, { kind: "cancel" }, { cause });
  if (changed.kind === "changed") return changed.row;
  const message =
    changed.refusal === "in_review"
      ? "A deposit in review cannot be canceled: accept or reject its receipt first"
      : `A deposit that is ${visibleStatus(row)} cannot be canceled; only one that awaits its payment can`;
  throw new ApiProblem("invalid_state", { message });
}
