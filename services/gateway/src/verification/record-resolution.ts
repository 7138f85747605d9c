import type { DecisionReason, Resolution } from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import type { AuditActor } from "../audit/audit-log.ts";
import { changeResult } from "./change-result.ts";

/** A person's decision about the receipt of an ended request in review. */
export interface RequestResolution {
  readonly userId: string;
  readonly verificationId: string;
  readonly decision: Resolution["decision"];
  readonly note: string | null;
  readonly rememberedName: boolean;
  /** Why the receipt was in review. */
  readonly reasons: readonly DecisionReason[];
  readonly actor: AuditActor;
}

/** What it changes in the request's result. */
export interface Resolved {
  readonly decision: Resolution["decision"];
  readonly decisionReasons: readonly DecisionReason[];
  readonly resolution: Resolution;
}

/** Records the decision in the request, so that every reading shows it. Throws for a second one about the same request. */
export async function recordResolution(client: PoolClient, resolution: RequestResolution): Promise<Resolved> {
  const { verificationId, decision, reasons } = resolution;
  const resolved: Resolved = {
    decision,
    decisionReasons: decision === "accept" ? [] : ["rejected_by_person", ...reasons],
    resolution: await insertResolution(client, resolution),
  };
  await client.query({
    name: "resolve_request",
    text: changeResult("v.result || $2::jsonb"),
    values: [verificationId, JSON.stringify(resolved)],
  });
  await correctBatchCounts(client, verificationId, decision);
  return resolved;
}

/** The counts of a list are stored at its end. They change by one, so that two decisions at once are both counted. */
async function correctBatchCounts(
  client: PoolClient,
  verificationId: string,
  decision: Resolution["decision"],
): Promise<void> {
  await client.query({
    name: "correct_batch_counts",
    text: `update verification_batches b
              set summary = b.summary || jsonb_build_object('review', (b.summary ->> 'review')::int - 1,
                                                            $2::text, (b.summary ->> $2)::int + 1)
             from verification_batch_items i
            where i.verification_id = $1 and b.id = i.batch_id and b.summary is not null`,
    values: [verificationId, decision],
  });
}

/** The primary key admits one decision for each request. */
async function insertResolution(
  client: PoolClient,
  { userId, verificationId, decision, note, rememberedName, reasons, actor }: RequestResolution,
): Promise<Resolution> {
  const { rows } = await client.query<Pick<Resolution, "at" | "by">>({
    name: "insert_resolution",
    text: `insert into verification_resolutions (verification_id, user_id, decision, review_reasons, remembered_name, member_id)
           values ($1, $2, $3, $4, $5, $6)
           returning iso_utc(resolved_at) as at,
                     coalesce((select coalesce(m.name, p.name) from members m left join users p on p.id = m.person_id where m.id = $6),
                              (select name from api_keys where id = $7), (select name from checkout_keys where id = $7)) as by`,
    values: [
      ...[verificationId, userId, decision, JSON.stringify(reasons), rememberedName],
      ...[actor.memberId ?? null, actor.id],
    ],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("the insert returned no row");
  return { decision, by: row.by, at: row.at, note };
}
