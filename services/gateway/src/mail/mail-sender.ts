import { isIP } from "node:net";
import { type Log, openTcp, type Secret } from "@receipts/service-kit";
import { createTransport } from "nodemailer";
import type { SMTPTransportGetSocket } from "nodemailer/lib/smtp-transport";
import type { Mail } from "./compose-mail.ts";

/** Delivers a mail to the mail server, or throws `MailNotSent`. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Contains no address: mail servers repeat it in their responses, and this error is logged. */
export class MailNotSent extends Error {
  /** True if another attempt would be refused too. */
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
    getSocket: openMailSocket,
    // Credentials and account links are sent unencrypted only to this machine.
    requireTLS: (isProduction || username !== "") && !isLoopback(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ id, to, subject, text, html }) => {
    try {
      await transport.sendMail({
        from,
        // As an object: a string would be parsed as a list of addresses.
        to: { name: "", address: to },
        subject,
        text,
        html,
        // A mail that is resent after a lost response keeps its id.
        messageId: `<${id}@${from.replace(/^.*@|>$/g, "")}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    } catch (error) {
      throw notSent(error);
    }
  };
}

/** nodemailer starts TLS on it if the URL or the server asks for that. */
const openMailSocket: SMTPTransportGetSocket = ({ host, port, secure }, use) => {
  const socket = openTcp({ host: host ?? "", port: Number(port) || (secure ? 465 : 587) });
  const tooLate = () => socket.destroy(Object.assign(new Error("no connection"), { code: "ETIMEDOUT" }));
  const timer = setTimeout(tooLate, TIMEOUTS.connectionTimeout);
  const onError = (error: Error) => {
    clearTimeout(timer);
    use(error, false);
  };
  socket.once("error", onError).once("connect", () => {
    clearTimeout(timer);
    socket.off("error", onError);
    use(null, { connection: socket });
  });
};

/** For production without `SMTP_URL`, where registration is closed. */
export const sendNowhere: SendMail = async () => {
  throw new MailNotSent("SMTP_URL is not set", { isFinal: true });
};

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/**
 * Final if the server rejects the recipient: 5.1.x, or a plain 501, 550, 551 or 553 to RCPT. A rejected login,
 * sender, relay or policy works again after the operator has fixed it.
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
  /** Newest first. */
  readonly list: () => readonly Mail[];
}

/**
 * For development: mails stay in this process and are shown at `/dashboard/mail`. Their links are secrets, so the log
 * contains none.
 */
export function createKeptMails({ log, page }: { readonly log: Log; readonly page: string }): KeptMails {
  const kept: Mail[] = [];
  return {
    send: async (mail) => {
      kept.unshift(mail);
      kept.length = Math.min(kept.length, MOST_KEPT);
      log.warn("mail.stored", { mailId: mail.id, subject: mail.subject, page });
    },
    list: () => kept,
  };
}
