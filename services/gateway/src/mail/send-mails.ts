import type { Pool } from "@receipts/database";
import type { RateLimiter } from "@receipts/fast-store";
import {
  createBell,
  createTurnLog,
  type Log,
  type ServiceMetrics,
  type Worker,
  withTimeout,
} from "@receipts/service-kit";
import { emailKey } from "../http/attempt-limits.ts";
import { composeMail, type Figures } from "./compose-mail.ts";
import { deferMail, deleteMail, leaseMails, postponeMail, type QueuedMail } from "./mail-repository.ts";
import { MailNotSent, type SendMail } from "./mail-sender.ts";
import type { MailKind } from "./mail-texts.ts";

/** The mail to send: its kind can depend on whether the address has an account by then. */
export interface PreparedMail {
  readonly kind: MailKind;
  readonly link: string;
  readonly figures?: Figures;
}

/** Returns undefined if there is nothing to send. */
export type PrepareMail = (mail: QueuedMail) => Promise<PreparedMail | undefined>;

export interface MailWorker extends Worker {
  /** Sends due mails now. */
  wake(): void;
}

const EVERY_MS = 2_000;
const AT_ONCE = 5;
/** Shorter than the lease: a server that responds byte by byte exceeds none of its timeouts. */
const TIME_LIMIT_MS = 60_000;
/** Seconds before attempts 2, 3, …; the last value repeats until the mail expires. */
const RETRY_SECONDS = [5, 30, 120, 480, 1_800];

/**
 * Mails of each group have a limit of their own. Anyone can cause those about registrations and passwords. An account
 * can cause those about invitations and owners, and a key those about endpoints. None of these delays a notice of
 * security, nor each other.
 */
const groups = {
  confirm_registration: "registrations",
  registration_known: "registrations",
  reset_password: "resets",
  member_invitation: "invitations",
  password_changed: "notices",
  webhook_endpoint_disabled: "endpoints",
  two_factor_enabled: "notices",
  two_factor_disabled: "notices",
  account_closed: "notices",
  owner_invited: "owners",
  daily_summary: "summaries",
} as const satisfies Readonly<Record<MailKind, string>>;

const limits = {
  held_back: "MAILS_PER_HOUR",
  address_limited: "the limit of notices to one address",
} as const;

interface Wait {
  readonly limit: keyof typeof limits;
  readonly ms: number;
}

interface MailWorkerDeps {
  readonly pool: Pool;
  readonly prepare: PrepareMail;
  readonly send: SendMail;
  /** Shared by all addresses. Mails beyond the limit wait. */
  readonly limit: RateLimiter;
  /** Notices of each group to one address. */
  readonly noticesOfAddress: RateLimiter;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly timeLimitMs?: number;
}

/**
 * Sends queued mails. Any number of copies can run. No API call waits for it, so a failing mail server changes no
 * response.
 */
export function createMailWorker(deps: MailWorkerDeps): MailWorker {
  const { pool, log, timeLimitMs = TIME_LIMIT_MS } = deps;
  const outcomes = deps.metrics.counter(
    "mails_total",
    "Attempts to send a mail: accepted by the mail server, failed and to be retried, given up, held back by MAILS_PER_HOUR, or later as its address got many",
    ["outcome"],
    { outcome: ["sent", "failed", "given_up", "held_back", "address_limited"] },
  );
  const bell = createBell();
  /** Whether the mail may not be sent now. It waits for the next hour, unless its link ends before. */
  async function isPutOff(mail: QueuedMail, giveUp: (reason: string) => Promise<void>): Promise<boolean> {
    const wait = await limitOf(deps, mail);
    if (wait === undefined) return false;
    const retryInSeconds = Math.ceil(wait.ms / 1_000);
    if (retryInSeconds >= mail.expiresInSeconds) {
      await giveUp(`its link ends before ${limits[wait.limit]} allows it`);
      return true;
    }
    await deferMail(pool, mail, retryInSeconds);
    const isSummary = mail.kind === "daily_summary";
    if (!isSummary) outcomes.inc({ outcome: wait.limit });
    const line = { mailId: mail.id, kind: mail.kind, retryInSeconds };
    // Many summaries at one hour, or one address that gets many notices, are no fault of the installation.
    if (isSummary || wait.limit === "address_limited") log.info("mail.address_limited", line);
    else log.error("mail.held_back", line);
    return true;
  }

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
    if (mail.expiresInSeconds <= 0) return await finish("given_up", { reason: "expired" });
    const prepared = await deps.prepare(mail);
    if (prepared === undefined) return await deleteMail(pool, mail);
    if (await isPutOff(mail, (reason) => finish("given_up", { reason }))) return;
    const { kind, ...content } = prepared;
    try {
      const sending = deps.send(composeMail(kind, { id: mailId, to: mail.email, ...content }));
      // A later outcome is ignored: the retry sends the same mail.
      await withTimeout(sending, timeLimitMs, new MailNotSent("time limit", { isFinal: false }));
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

  const sending = new Set<Promise<void>>();

  /** Each mail has its own slot, which its end frees: a slow mail delays no other. */
  async function startDue(): Promise<void> {
    const free = AT_ONCE - sending.size;
    if (free === 0) return;
    for (const mail of await leaseMails(pool, free)) {
      const sent = sendOne(mail)
        // The lease expires and the mail is retried.
        .catch((error: unknown) =>
          log.error("mail.failed", { mailId: mail.id, kind: mail.kind, attempt: mail.attempts, error }),
        )
        .finally(() => {
          sending.delete(sent);
          bell.ring();
        });
      sending.add(sent);
    }
  }

  return {
    name: "send-mails",
    wake: bell.ring,
    run: async (stop) => {
      const turns = createTurnLog(log, { worker: "send-mails" });
      while (!stop.aborted) {
        await turns.run(startDue);
        await bell.wait(EVERY_MS, stop);
      }
      await Promise.all(sending);
    },
  };
}

/** Returns the limit that the mail has to wait for; undefined if it may be sent. It counts once for all its attempts. */
async function limitOf(
  deps: MailWorkerDeps,
  { kind, email, attempts }: QueuedMail,
): Promise<Wait | undefined> {
  if (attempts > 1) return undefined;
  const group = groups[kind];
  if (group === "notices" || group === "endpoints" || group === "owners") {
    const ofAddress = await deps.noticesOfAddress.consume(`${group}:${emailKey(email)}`);
    if (!ofAddress.allowed) return { limit: "address_limited", ms: ofAddress.resetMs };
  }
  const ofAll = await deps.limit.consume(group);
  return ofAll.allowed ? undefined : { limit: "held_back", ms: ofAll.resetMs };
}
