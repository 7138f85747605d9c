import type { Queryable } from "@receipts/database";
import type { SecretBox } from "@receipts/webhooks";

/** Keeps the file of a request, sealed, until it expires or the request is erased. */
export async function keepFile(
  database: Queryable,
  box: Pick<SecretBox, "seal">,
  file: { readonly verificationId: string; readonly bytes: Buffer; readonly days: number },
): Promise<void> {
  await database.query({
    name: "keep_file",
    text: `insert into kept_files (verification_id, user_id, size, ciphertext, expires_at)
           select id, user_id, $2, $3, now() + make_interval(days => $4)
             from verification_requests where id = $1 and erased_at is null for share
           on conflict (verification_id) do nothing`,
    values: [
      file.verificationId,
      file.bytes.length,
      box.seal(file.bytes, contextOf(file.verificationId)),
      file.days,
    ],
  });
}

/** Returns undefined if no file of the request is kept. */
export async function openKeptFile(
  database: Queryable,
  box: Pick<SecretBox, "openBytes">,
  verificationId: string,
): Promise<Buffer | undefined> {
  const { rows } = await database.query<{ ciphertext: Buffer }>(
    "select ciphertext from kept_files where verification_id = $1 and expires_at > now()",
    [verificationId],
  );
  return rows[0] && box.openBytes(rows[0].ciphertext, contextOf(verificationId));
}

/** Bound to its row: moved to another one, it does not open. */
const contextOf = (verificationId: string) => `file of ${verificationId}`;
