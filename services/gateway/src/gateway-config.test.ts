import express from "express";
import { readGatewayConfig } from "./gateway-config.ts";

const key = Buffer.alloc(32, 1).toString("base64");
const configure = (env: Record<string, string>) =>
  readGatewayConfig({
    DATABASE_URL: "postgresql://db",
    RECEIPT_HASH_KEY: key,
    SECRETS_ENCRYPTION_KEY: key,
    ...env,
  });
const read = (ranges: string) => configure({ TRUSTED_PROXIES: ranges }).TRUSTED_PROXIES;

describe("TRUSTED_PROXIES", () => {
  it.each(["10.0.0.0/8, ::1", "127.0.0.1/32", "0.0.0.0/1", "fd00::/8", "::ffff:10.0.0.0/104"])(
    "takes %s, and so does Express",
    (ranges) => {
      expect(() => express().set("trust proxy", read(ranges))).not.toThrow();
    },
  );

  it.each(["0.0.0.0/0", "::/0", "::ffff:0.0.0.0/96", "10.0.0.0/33", "proxy.example.test", "10.0.0.0/8/8"])(
    "refuses %s at the start",
    (ranges) => {
      expect(() => read(ranges)).toThrow(/TRUSTED_PROXIES: must be addresses or CIDRs of 1 bit and more/);
    },
  );
});

/** Otherwise, a person who registers an unused email would be paid for credits. */
describe("PLATFORM_ACCOUNT", () => {
  const id = "usr_01k9zzzzzzzzzzzzzzzzzzzzzz";
  const payee = (env: Record<string, string>) => configure(env).PLATFORM_ACCOUNT;

  it("is an id in production, or unset", () => {
    expect(payee({ NODE_ENV: "production", PLATFORM_ACCOUNT: id })).toBe(id);
    expect(payee({ NODE_ENV: "production" })).toBeUndefined();
    expect(payee({ PLATFORM_ACCOUNT: "platform@example.test" })).toBe("platform@example.test");
  });

  it.each(["platform@example.test", "usr_@example.test"])(
    "stops the start in production with %s",
    (account) => {
      expect(() => payee({ NODE_ENV: "production", PLATFORM_ACCOUNT: account })).toThrow(
        /PLATFORM_ACCOUNT: must be the id of an account \(usr_…\) in production, not an email/,
      );
    },
  );
});

describe("mail", () => {
  const smtp = {
    SMTP_URL: "smtps://user:secret@mail.example.test:465",
    MAIL_FROM: "Receipts <no-reply@example.test>",
  };

  it("is required in production for registration, which is closed there by default", () => {
    expect(() => configure({ NODE_ENV: "production" })).not.toThrow();
    expect(() => configure({ NODE_ENV: "production", REGISTRATION: "closed" })).not.toThrow();
    for (const REGISTRATION of ["open", "invite"]) {
      expect(() => configure({ NODE_ENV: "production", REGISTRATION })).toThrow(
        /SMTP_URL: is required in production unless REGISTRATION is closed/,
      );
      expect(() => configure({ NODE_ENV: "production", REGISTRATION, ...smtp })).not.toThrow();
      expect(() => configure({ REGISTRATION })).not.toThrow();
    }
  });

  it("has a sender", () => {
    expect(() => configure({ SMTP_URL: smtp.SMTP_URL })).toThrow(/MAIL_FROM: is required with SMTP_URL/);
    for (const MAIL_FROM of ["no-reply@example.test", "Receipts <no-reply@example.test>", "ደረሰኝ <a@b.et>"])
      expect(configure({ ...smtp, MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM);
  });

  it.each(["no-at-sign", "a@b, c@d", "Name <a@b", "A\r\nBcc: <x@example.test>", "<a@b>"])(
    "refuses %p as its sender",
    (MAIL_FROM) => {
      expect(() => configure({ ...smtp, MAIL_FROM })).toThrow(/MAIL_FROM: must be an email address/);
    },
  );

  it.each(["mail.example.test", "http://mail.example.test", "smtp:", "smtp://"])(
    "refuses %s as its server, and does not repeat it",
    (SMTP_URL) => {
      expect(() => configure({ ...smtp, SMTP_URL })).toThrow(
        /SMTP_URL: must be an smtp:\/\/ or smtps:\/\/ URL/,
      );
    },
  );

  it("keeps the token of the Telegram bot on encrypted connections, and prints none", () => {
    const TELEGRAM_BOT_TOKEN = `7000001:${"t".repeat(35)}`;
    const telegram = (TELEGRAM_API_URL: string) =>
      configure({ NODE_ENV: "production", TELEGRAM_BOT_TOKEN, TELEGRAM_API_URL });
    expect(() => telegram("http://bots.example.test")).toThrow(/TELEGRAM_API_URL: must be https/);
    expect(telegram("http://127.0.0.1:8081/").TELEGRAM_API_URL).toBe("http://127.0.0.1:8081");
    expect(JSON.stringify(telegram("https://bots.example.test"))).not.toContain("tttt");
    expect(() => configure({ TELEGRAM_BOT_TOKEN: "secret-token" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("secret-token") }),
    );
  });

  it("prints no password of its server", () => {
    expect(JSON.stringify(configure(smtp))).not.toContain("secret@");
  });
});
