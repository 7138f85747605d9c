import { inTransaction, type Pool } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";
import { tryLockAccount } from "../account-lock/lock-account.ts";
import { recordAudit, systemActor } from "../audit/audit-log.ts";
import { isMailWaiting, queueMail } from "../mail/mail-repository.ts";

const EVERY_MS = 5_000;
const BATCH = 100;
/** A mail server that is down for longer loses the notice; the dashboard still shows the state. */
const MAIL_HOURS = 72;

interface DisabledEndpoint {
  readonly id: string;
  readonly userId: string;
}

/**
 * Mails the owner of each endpoint that the service has disabled: once, as the mark is stored with the mail. Any number
 * of copies can run.
 */
export function createNotifyDisabled(deps: {
  readonly pool: Pool;
  readonly log: Log;
  readonly onMailQueued: () => void;
}): Worker {
  const { pool, log } = deps;
  return periodicWorker({
    name: "notify-disabled-endpoints",
    everyMs: EVERY_MS,
    log,
    work: async () => {
      const { rows } = await pool.query<DisabledEndpoint>({
        name: "disabled_endpoints",
        text: `select id, user_id as "userId" from webhook_endpoints
                where disabled_reason is not null and notified_at is null order by disabled_at limit $1`,
        values: [BATCH],
      });
      for (const endpoint of rows) {
        await notify(pool, endpoint);
        deps.onMailQueued();
      }
      return rows.length === BATCH;
    },
  });
}

async function notify(pool: Pool, { id, userId }: DisabledEndpoint): Promise<void> {
  await inTransaction(pool, async (client) => {
    if (!(await tryLockAccount(client, userId))) return;
    const { rows } = await client.query<{ email: string; reason: string; origin: string }>({
      name: "mark_notified",
      text: `update webhook_endpoints e set notified_at = now() from users u
              where e.id = $1 and u.id = e.user_id and e.disabled_reason is not null and e.notified_at is null
          returning u.email, e.disabled_reason as reason, substring(e.url from '^[a-z]+://[^/]*') as origin`,
      values: [id],
    });
    const [disabled] = rows;
    if (disabled === undefined) return;
    const mail = { kind: "webhook_endpoint_disabled", email: disabled.email } as const;
    // It leads to the list of all of them.
    if (!(await isMailWaiting(client, mail))) await queueMail(client, { ...mail, hours: MAIL_HOURS });
    await recordAudit(client, {
      userId,
      actor: systemActor(null),
      action: "webhook_endpoint.disabled",
      subject: id,
      after: { reason: disabled.reason, url: disabled.origin },
    });
  });
}
