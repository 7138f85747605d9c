import type { RegisterBody } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import type { Request } from "express";
import { actorOf } from "../audit/audit-log.ts";
import type { MayMail } from "../http/attempt-limits.ts";
import { clientOf } from "../http/client-address.ts";
import { contextOf } from "../http/request-context.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { findInvitation } from "./invitation-repository.ts";
import { putPendingRegistration } from "./pending-registration-repository.ts";

export type RegistrationMode = "open" | "invite" | "closed";

export interface RegisterAccountDeps {
  readonly pool: Pool;
  readonly hasher: Pick<PasswordHasher, "hash">;
  readonly mode: RegistrationMode;
  readonly mayMail: MayMail;
  /** Sends the queued mail. */
  readonly onMailQueued: () => void;
}

/**
 * The sender of the mail checks whether the address has an account, after the response: nothing that the caller sees
 * can depend on it.
 */
export type RegisterAccount = (
  draft: RegisterBody,
  request: Request,
) => Promise<{ readonly kind: "registered" | "closed" | "not_invited" }>;

export function createRegisterAccount(deps: RegisterAccountDeps): RegisterAccount {
  const { pool, mode } = deps;
  return async (draft, request) => {
    if (mode === "closed") return { kind: "closed" };
    const invitationHash =
      mode === "invite" ? await findInvitation(pool, draft.invitation ?? "", draft.email) : null;
    if (invitationHash === undefined) return { kind: "not_invited" };
    const { client, network } = clientOf(request);
    const passwordHash = await deps.hasher.hash(draft.password, client);
    if (!(await deps.mayMail(draft.email, network))) return { kind: "registered" };
    const { email, name, businessName } = draft;
    await putPendingRegistration(pool, {
      email,
      name,
      businessName,
      passwordHash,
      invitationHash,
      actor: actorOf(request),
      traceparent: contextOf(request).traceparent,
    });
    deps.onMailQueued();
    return { kind: "registered" };
  };
}
