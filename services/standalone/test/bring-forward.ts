import { system } from "./system.ts";

/** Lets the bank be asked again now for requests that it has not booked. */
export async function bringForward(...ids: string[]): Promise<void> {
  await system.sql(
    "update verification_requests set recheck_at = now() - interval '1 second' where id = any($1)",
    ids,
  );
  await system.sql(
    `update outbox set available_at = now()
      where headers ? 'recheck' and (value::jsonb #>> '{data,verificationId}') = any($1)`,
    ids,
  );
}
