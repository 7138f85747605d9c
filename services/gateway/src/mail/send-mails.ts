import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "@receipts/database";
import type { Log, ServiceMetrics, Worker } from "@receipts/service-kit";
import { composeMail } from "./compose-mail.ts";
import { deleteMail, leaseMails, postponeMail, type QueuedMail } from "./mail-repository.ts";
import { MailNotSent, type SendMail } from "./mail-sender.ts";
import type { MailKind } from "./mail-texts.ts";

/** What a queued mail turns out to be when it is sent: its kind may depend on whether the address has an account. */
export interface PreparedMail {
  readonly kind: MailKind;
  readonly link: string;
}

/** Undefined where there is nothing to send. */
export type PrepareMail = (mail: QueuedMail) => Promise<PreparedMail | undefined>;

export interface MailWorker extends Worker {
  /** Sends what is due now. */
  wake(): void;
}

const EVERY_MS = 2_000;
const BATCH = 5;
/** Seconds before attempt 2, 3, …; the last one repeats until the mail expires. */
const RETRY_SECONDS = [5, 30, 120, 480, 1_800];

/** Sends queued mails, in any number of copies. No call waits for it, so SMTP that is down changes no response. */
export function createMailWorker(deps: {
  readonly pool: Pool;
  readonly prepare: PrepareMail;
  readonly send: SendMail;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}): MailWorker {
  const { pool, log } = deps;
  const outcomes = deps.metrics.counter(
    "mails_total",
    "Attempts to send a mail: taken by the mail server, to be tried again, or given up",
    ["outcome"],
    { outcome: ["sent", "failed", "given_up"] },
  );
  const bell = createBell();

  async function sendOne(mail: QueuedMail): Promise<void> {
    const { id: mailId, kind: queuedKind, attempts: attempt } = mail;
    const startedAt = performance.now();
    const finish = async (outcome: "sent" | "given_up", fields: object) => {
      await deleteMail(pool, mail);
      outcomes.inc({ outcome });
      const durationMs = Math.round(performance.now() - startedAt);
      const line = { mailId, kind: queuedKind, attempt, durationMs, ...fields };
      if (outcome === "sent") log.info("mail.sent", line);
      else log.error("mail.given_up", line);
    };
    if (mail.isExpired) return await finish("given_up", { reason: "expired" });
    const prepared = await deps.prepare(mail);
    if (prepared === undefined) return await deleteMail(pool, mail);
    const { kind, link } = prepared;
    try {
      await deps.send(composeMail(kind, { id: mailId, to: mail.email, link }));
      await finish("sent", {});
    } catch (error) {
      if (!(error instanceof MailNotSent)) throw error;
      if (error.isFinal) return await finish("given_up", { reason: error.message });
      outcomes.inc({ outcome: "failed" });
      const retryInSeconds = RETRY_SECONDS[attempt - 1] ?? RETRY_SECONDS.at(-1) ?? 0;
      await postponeMail(pool, mail, retryInSeconds);
      log.error("mail.failed", { mailId, kind: queuedKind, attempt, reason: error.message, retryInSeconds });
    }
  }

  async function sendDue(): Promise<boolean> {
    const mails = await leaseMails(pool, BATCH);
    await Promise.all(
      mails.map((mail) =>
        // The lease ends, and it is tried again.
        sendOne(mail).catch((error: unknown) =>
          log.error("mail.failed", { mailId: mail.id, kind: mail.kind, attempt: mail.attempts, error }),
        ),
      ),
    );
    return mails.length === BATCH;
  }

  return {
    name: "send-mails",
    wake: bell.ring,
    run: async (stop) => {
      while (!stop.aborted) {
        const more = await sendDue().catch((error: unknown) => {
          log.warn("worker.turn_failed", { worker: "send-mails", error });
          return false;
        });
        if (!more) await bell.wait(EVERY_MS, stop);
      }
    },
  };
}

/** A ring while nobody waits is not lost. */
function createBell() {
  let rung = new AbortController();
  return {
    ring: () => rung.abort(),
    wait: async (ms: number, stop: AbortSignal) => {
      await delay(ms, undefined, { signal: AbortSignal.any([stop, rung.signal]) }).catch(() => undefined);
      rung = new AbortController();
    },
  };
}
