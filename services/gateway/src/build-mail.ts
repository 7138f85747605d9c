import { periodicWorker, type Worker } from "@receipts/service-kit";
import type { RequestHandler } from "express";
import type { GatewayParts } from "./gateway-parts.ts";
import { keptMailsRoutes } from "./mail/kept-mails-page.ts";
import { createLinkTokens } from "./mail/link-token.ts";
import { createKeptMails, createSmtpSender, type KeptMails, sendNowhere } from "./mail/mail-sender.ts";
import { queueMailedSummaries } from "./mail/queue-mailed-summaries.ts";
import { createMailWorker, type MailWorker } from "./mail/send-mails.ts";
import { createPrepareMail } from "./prepare-mail.ts";

export interface BuiltMail {
  readonly worker: MailWorker;
  readonly queueSummaries: Worker;
  /** `/dashboard/mail`: the stored mails, or a 404. */
  readonly page: RequestHandler;
}

const HOUR_SECONDS = 3_600;
const SUMMARIES_EVERY_MS = 15_000;
/** To one address. */
const NOTICES_PER_HOUR = 10;

export function buildMail({ config, pool, limiter, log, metrics }: GatewayParts): BuiltMail {
  const { PUBLIC_BASE_URL: publicBaseUrl, SMTP_URL: smtpUrl, MAIL_FROM: from } = config;
  const kept: KeptMails | undefined =
    smtpUrl === undefined && config.NODE_ENV !== "production"
      ? createKeptMails({ log, page: `${publicBaseUrl}/dashboard/mail` })
      : undefined;
  const send =
    smtpUrl === undefined || from === undefined
      ? (kept?.send ?? sendNowhere)
      : createSmtpSender(smtpUrl, from, { isProduction: config.NODE_ENV === "production" });
  const linkToken = createLinkTokens(config.SECRETS_ENCRYPTION_KEY.reveal());
  const worker = createMailWorker({
    pool,
    prepare: createPrepareMail({ pool, linkToken, publicBaseUrl }),
    send,
    limit: limiter("mails", config.MAILS_PER_HOUR, HOUR_SECONDS),
    noticesOfAddress: limiter("mail-notices", NOTICES_PER_HOUR, HOUR_SECONDS),
    log,
    metrics,
  });
  return {
    worker,
    queueSummaries: periodicWorker({
      name: "queue-mailed-summaries",
      everyMs: SUMMARIES_EVERY_MS,
      log,
      work: async () => {
        if ((await queueMailedSummaries(pool)) > 0) worker.wake();
        return false;
      },
    }),
    page: keptMailsRoutes({ kept, publicBaseUrl }),
  };
}
