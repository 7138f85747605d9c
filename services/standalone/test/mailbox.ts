import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The raw message. */
  readonly source: string;
}

/** A mail server that stores its mails. */
export interface Mailbox {
  readonly env: { readonly SMTP_URL: string; readonly MAIL_FROM: string };
  /** Mails to an address, in order of arrival. */
  readonly of: (email: string) => readonly ReceivedMail[];
  /** Waits for `count` mails to an address, and returns the last. */
  readonly next: (email: string, count?: number) => Promise<ReceivedMail>;
  /** Holds mails to this address without a reply, until the returned function is called: the sender waits. */
  readonly stall: (email: string) => () => void;
  /** Refuses recipients with this code until it is undefined again. */
  readonly refuse: (code: number | undefined) => void;
  readonly close: () => Promise<void>;
}

/** The mailbox of the running test file; set by `useMailbox`. */
export let mailbox: Mailbox;

/** Opens a mailbox before the tests of a file and closes it after them. Call it before the system that mails to it. */
export function useMailbox(): void {
  beforeAll(async () => {
    mailbox = await openMailbox();
  });
  afterAll(() => mailbox.close());
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const stalled = new Map<string, Promise<void>>();
  let refusal: number | undefined;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo: async ({ address }, _session, callback) => {
      await stalled.get(address);
      callback(refusal === undefined ? null : Object.assign(new Error("no"), { responseCode: refusal }));
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const source = Buffer.concat(chunks).toString("utf8");
        const to = session.envelope.rcptTo[0]?.address ?? "";
        mails.push({ ...readMail(source), to });
        callback();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const of = (email: string) => mails.filter(({ to }) => to === email);
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "Receipts <no-reply@receipts.test>" },
    of,
    next: async (email, count = 1) => {
      await until(async () => of(email).length >= count);
      const mail = of(email)[count - 1];
      if (mail === undefined) throw new Error(`no mail to ${email}`);
      return mail;
    },
    stall: (email) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      stalled.set(email, promise);
      return resolve;
    },
    refuse: (code) => {
      refusal = code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Returns the token in the link of a mail. */
export function tokenIn({ text }: Pick<ReceivedMail, "text">): string {
  const token = /#token=([\w-]{43})(?!\S)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no link in ${text}`);
  rememberSecret(token);
  return token;
}

export function linkIn({ text }: Pick<ReceivedMail, "text">): string {
  return /^https?:\/\/\S+$/m.exec(text)?.[0] ?? "";
}

function readMail(source: string): Omit<ReceivedMail, "to"> {
  const [head = ""] = source.split("\r\n\r\n", 1);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? "";
  const parts = source.split(`--${boundary}`);
  return {
    subject: headerOf(head, "subject"),
    from: headerOf(head, "from"),
    text: partOf(parts, "text/plain"),
    html: partOf(parts, "text/html"),
    source,
  };
}

/** Decodes header words in base64 or quoted-printable (RFC 2047). */
function headerOf(head: string, name: string): string {
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, " ");
  const value = new RegExp(`^${name}: (.*)$`, "im").exec(unfolded)?.[1] ?? "";
  return value
    .replaceAll(/\?= =\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_whole, encoding: string, word: string) =>
      encoding.toLowerCase() === "b"
        ? Buffer.from(word, "base64").toString("utf8")
        : unquoted(word.replaceAll("_", " ")),
    );
}

function partOf(parts: readonly string[], type: string): string {
  const part = parts.find((each) => each.toLowerCase().includes(`content-type: ${type}`)) ?? "";
  const body = part.slice(part.indexOf("\r\n\r\n") + 4);
  const encoding = /content-transfer-encoding: (\S+)/i.exec(part)?.[1]?.toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  return encoding === "quoted-printable" ? unquoted(body.replaceAll(/=\r\n/g, "")) : body;
}

function unquoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8").replaceAll("\r\n", "\n");
}
