import { isIP } from "node:net";
import type { Log, Secret } from "@receipts/service-kit";
import { createTransport } from "nodemailer";
import type { Mail } from "./compose-mail.ts";

/** Hands a mail over for good, or throws `MailNotSent`. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Says nothing of the address: mail servers repeat it in their responses, and this is logged. */
export class MailNotSent extends Error {
  /** Another attempt would be refused as well. */
  readonly isFinal: boolean;
  constructor(reason: string, options: { readonly isFinal: boolean }) {
    super(reason);
    this.name = new.target.name;
    this.isFinal = options.isFinal;
  }
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export function createSmtpSender(
  smtpUrl: Secret,
  from: string,
  { isProduction }: { readonly isProduction: boolean },
): SendMail {
  const url = smtpUrl.reveal();
  const { hostname, username } = new URL(url);
  const transport = createTransport({
    url,
    ...TIMEOUTS,
    // Neither credentials nor links that open accounts travel in the clear, but to this machine.
    requireTLS: (isProduction || username !== "") && !isLoopback(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ id, to, subject, text, html }) => {
    try {
      await transport.sendMail({
        from,
        // As an object: a text would be read as a list of addresses.
        to: { name: "", address: to },
        subject,
        text,
        html,
        // A mail that is sent again after a lost response is the same mail.
        messageId: `<${id}@${from.replace(/^.*@|>$/g, "")}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    } catch (error) {
      throw notSent(error);
    }
  };
}

/** Of a production without `SMTP_URL`, where registration is closed. */
export const sendNowhere: SendMail = async () => {
  throw new MailNotSent("SMTP_URL is not set", { isFinal: true });
};

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/**
 * Final is what the server says of the recipient (5.1.x, or a plain 501, 550, 551 or 553 to RCPT). A refused login, sender, relay or
 * policy works once the operator has repaired it.
 */
function notSent(error: unknown): MailNotSent {
  const { code, responseCode, command, response = "" } = fieldsOf(error);
  const [, enhanced] = /\b(5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  const isOfRecipient =
    command === "RCPT TO" &&
    (enhanced === undefined ? [501, 550, 551, 553].includes(responseCode ?? 0) : enhanced.startsWith("5.1."));
  const isFinal = responseCode === undefined ? code === "EENVELOPE" : isOfRecipient;
  const reason = [code ?? "unknown fault", command, responseCode].filter((part) => part !== undefined);
  return new MailNotSent(reason.join(" "), { isFinal });
}

function fieldsOf(error: unknown): {
  code?: string;
  responseCode?: number;
  command?: string;
  response?: string;
} {
  return typeof error === "object" && error !== null ? error : {};
}

const MOST_KEPT = 100;

export interface KeptMails {
  readonly send: SendMail;
  /** The newest first. */
  readonly list: () => readonly Mail[];
}

/** For development: mails stay in this process and are shown at `/dashboard/mail`. The log has no links: they are secrets. */
export function createKeptMails({ log, page }: { readonly log: Log; readonly page: string }): KeptMails {
  const kept: Mail[] = [];
  return {
    send: async (mail) => {
      kept.unshift(mail);
      kept.length = Math.min(kept.length, MOST_KEPT);
      log.warn("mail.kept", { mailId: mail.id, subject: mail.subject, page });
    },
    list: () => kept,
  };
}
