import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { Request } from "express";
import type { Caller } from "../http/caller.ts";
import { clientAddress } from "../http/client-address.ts";
import { callerOf, contextOf } from "../http/request-context.ts";

export interface AuditActor {
  readonly kind: "session" | "api_key" | "operator" | "anonymous" | "system";
  readonly id: string | null;
  /** The person, if one acted. */
  readonly memberId?: string | null;
  readonly requestId: string | null;
  /** Null if the act did not come over the network. */
  readonly address: string | null;
}

export interface AuditEntry {
  /** The account of the act. */
  readonly userId: string | null;
  readonly actor: AuditActor;
  /** Such as `api_key.created`. */
  readonly action: string;
  /** Id of the changed object. */
  readonly subject?: string | null;
  /** Without secrets: fingerprints, last digits, names of fields. */
  readonly before?: object | null;
  readonly after?: object | null;
}

/** Call it in the transaction of the act, so that both are stored or neither. */
export async function recordAudit(database: Queryable, entry: AuditEntry): Promise<void> {
  const { actor } = entry;
  await database.query({
    name: "record_audit",
    text: `with entry as (
             insert into audit_log (id, user_id, actor_kind, actor_id, action, subject, member_id)
             values ($1, $2, $3, $4, $5, $6, $11) returning id)
           insert into audit_details (audit_id, request_id, address, before, after)
           select id, $7, $8, $9, $10 from entry
            where num_nonnulls($7::text, $8::inet, $9::jsonb, $10::jsonb) > 0`,
    values: [
      newId("auditEntry"),
      entry.userId,
      actor.kind,
      actor.id,
      entry.action,
      entry.subject ?? null,
      actor.requestId,
      actor.address,
      entry.before ?? null,
      entry.after ?? null,
      actor.memberId ?? null,
    ],
  });
}

/** Records an act of the caller on his own account. */
export async function recordAct(
  database: Queryable,
  request: Request,
  act: Omit<AuditEntry, "userId" | "actor">,
): Promise<void> {
  await recordAudit(database, { ...act, userId: callerOf(request).userId, actor: actorOf(request) });
}

/** The caller of this request. */
export function actorOf(request: Request): AuditActor {
  const { caller, requestId } = contextOf(request);
  return { ...kindOf(caller), requestId, address: clientAddress(request) };
}

function kindOf(caller: Caller | undefined): Pick<AuditActor, "kind" | "id" | "memberId"> {
  if (caller === undefined) return { kind: "anonymous", id: null };
  if (caller.apiKeyId !== null) return { kind: "api_key", id: caller.apiKeyId };
  return { kind: "session", id: caller.sessionId, memberId: caller.member?.id ?? null };
}

/** The service itself, during this call or by itself. */
export function systemActor(requestId: string | null): AuditActor {
  return { kind: "system", id: null, requestId, address: null };
}

/** An operator at the command line, by the name of the system's user. */
export function operatorActor(name: string): AuditActor {
  return { kind: "operator", id: name, requestId: null, address: null };
}
