import { isIP } from "node:net";
import { isId } from "@receipts/contracts";
import { checkDatabaseUrl } from "@receipts/database";
import {
  ConfigurationError,
  commonSettings,
  type Environment,
  integerSetting,
  readConfiguration,
  receiptSettings,
  refuseUnsafePrivateWebhooks,
  type Secret,
  secret,
  webhookSettings,
} from "@receipts/service-kit";
import { z } from "zod";
import { creditPackagesSetting } from "./credits/credit-packages.ts";

const originSetting = (defaultValue: string, description: string) =>
  z
    .url({ protocol: /^https?$/ })
    .transform(withoutEndingSlashes)
    .default(defaultValue)
    .describe(description);

const addressRanges = (description: string) =>
  z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((range) => range.trim())
        .filter((range) => range !== ""),
    )
    .refine(
      (ranges) => ranges.every(isAddressRange),
      "must be addresses or CIDRs of 1 bit and more, separated by commas",
    )
    .describe(description);

function withoutEndingSlashes(url: string): string {
  let end = url.length;
  while (url.endsWith("/", end)) end -= 1;
  return url.slice(0, end);
}

export const gatewaySettings = {
  ...commonSettings,
  PORT: integerSetting({ min: 0, max: 65_535, default: 8_080 }, "Port of the HTTP API"),
  METRICS_PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port")
    .transform(Number)
    .optional()
    .describe("Serve /metrics on this port instead of PORT"),
  METRICS_HOST: commonSettings.HOST.describe("IP address for METRICS_PORT; unset, that of HOST"),
  SHUTDOWN_GRACE_MS: z
    .string()
    .regex(/^\d{1,5}$/, "must be a whole number")
    .transform(Number)
    .optional()
    .describe(
      "How long calls are still accepted after SIGTERM while /health/ready fails: longer than the load balancer takes to notice; unset, 0, in production 5000",
    ),
  PUBLIC_BASE_URL: originSetting(
    "http://localhost:8080",
    "Base of absolute links; the Host header is never used",
  ),
  CHECKOUT_BASE_URL: originSetting(
    "http://localhost:8080",
    "Base of links to the hosted checkout page; the Host header is never used",
  ),
  DATABASE_POOL_SIZE: integerSetting(
    { min: 1, max: 200, default: 20 },
    "PostgreSQL connections of one process",
  ),
  API_KEY_PREFIX: z
    .string()
    .regex(/^[a-z]{2,8}_$/, "must be lower-case letters and an underscore")
    .default("rvk_")
    .describe("First characters of every API key"),
  CHECKOUT_KEY_PREFIX: z
    .string()
    .regex(/^[a-z]{2,8}_$/, "must be lower-case letters and an underscore")
    .default("sck_")
    .describe("First characters of every checkout key"),
  TRUSTED_PROXIES: addressRanges(
    "Proxies (CIDRs) whose X-Forwarded-For counts, read from the right; default: none",
  ),
  WEBHOOK_SOURCE_ADDRESSES: addressRanges(
    "Addresses (CIDRs) that webhooks come from, shown to integrators for their firewalls; default: none",
  ),
  MAX_CONNECTIONS: integerSetting(
    { min: 10, max: 1_000_000, default: 8_192 },
    "Open connections of a gateway; beyond it the address with most of them loses its oldest one, first one without a call",
  ),
  MAX_CONNECTIONS_PER_ADDRESS: integerSetting(
    { min: 1, max: 1_000_000, default: 2_048 },
    "The same for one address (of IPv6: one /56) that is not in TRUSTED_PROXIES",
  ),
  REGISTRATION: z
    .enum(["open", "invite", "closed"])
    .optional()
    .describe("Who can register: everyone, invited people, no one; unset, `open`, in production `closed`"),
  SIGNUP_CREDITS: z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .optional()
    .describe("Credits of a new account; unset, 100, in production 0"),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, "must be an smtp:// or smtps:// URL with a host")
    .transform(secret)
    .optional()
    .describe(
      "Mail server, smtp[s]://user:password@host:port; unset, mails stay in memory and show at /dashboard/mail, in production none are sent",
    ),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>"@\r\n]{1,100} <[^@\s<>,;]{1,64}@[^@\s<>,;]{1,255}>|[^@\s<>,;]{1,64}@[^@\s<>,;]{1,255})$/,
      {
        message: "must be an email address, or a name and an address in <>",
      },
    )
    .optional()
    .describe("Sender of mails, `Name <address>` or an address; required with SMTP_URL"),
  MAILS_PER_ADDRESS_PER_DAY: integerSetting(
    { min: 1, max: 1_000, default: 10 },
    "Mails a day to one address for registrations, as many for password resets, and for invitations; calls of one network cause at most half of them",
  ),
  MAILS_PER_HOUR: integerSetting(
    { min: 1, max: 1_000_000, default: 1_000 },
    "Mails an hour for registrations, as many for password resets, for invitations and for all others; more wait for the next hour",
  ),
  SIGN_IN_ATTEMPTS_PER_EMAIL: integerSetting(
    { min: 1, max: 1_000_000, default: 20 },
    "Sign-ins, registrations and password resets, each, for one email from one client address (of IPv6: one /56) in 15 minutes, right or wrong",
  ),
  SIGN_IN_ATTEMPTS_PER_EMAIL_ANYWHERE: integerSetting(
    { min: 1, max: 1_000_000, default: 200 },
    "The same for one email from all addresses",
  ),
  SIGN_IN_ATTEMPTS_PER_ADDRESS: integerSetting(
    { min: 1, max: 1_000_000, default: 100 },
    "The same from one address, for all emails; beyond it sign-ins are checked 60 times a minute. Addresses behind a proxy that is not in TRUSTED_PROXIES have this limit each, and together that of five",
  ),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{1,15}:[\w-]{20,100}$/, "must be the token of a Telegram bot")
    .transform(secret)
    .optional()
    .describe("Token of the Telegram bot; unset, there is no bot"),
  TELEGRAM_API_URL: originSetting(
    "https://api.telegram.org",
    "Host of Telegram's Bot API; in production https, unless it is on this machine",
  ),
  CREDIT_PACKAGES: creditPackagesSetting,
  PLATFORM_ACCOUNT: z
    .string()
    .max(320)
    .optional()
    .describe(
      "Account, by id or (not in production) email, whose saved bank accounts receive payments for credits; unset, credits cannot be bought",
    ),
  ...receiptSettings,
  RESULT_RETENTION_DAYS: integerSetting(
    { min: 1, max: 36_500, default: 400 },
    "Days after a verdict until names, accounts, phones and references are erased",
  ),
  ...webhookSettings,
  RATE_LIMIT_PER_MINUTE: integerSetting(
    { min: 1, max: 1_000_000, default: 600 },
    "Requests a minute for each API key",
  ),
  ACCOUNT_RATE_LIMIT_PER_MINUTE: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, "must be a whole number above 0")
    .transform(Number)
    .optional()
    .describe("Requests a minute for all keys of an account; unset, three times RATE_LIMIT_PER_MINUTE"),
  CHECKOUT_RECEIPTS_PER_MINUTE: integerSetting(
    { min: 1, max: 10_000, default: 6 },
    "Receipts a minute on the page of one deposit, and as many files",
  ),
  CHECKOUT_ADDRESS_RATE_LIMIT_PER_MINUTE: integerSetting(
    { min: 1, max: 1_000_000, default: 1_200 },
    "Requests a minute from one address to checkout pages; the phones of a carrier may share one",
  ),
  TEST_WEBHOOK_RATE_LIMIT_PER_MINUTE: integerSetting(
    { min: 1, max: 1_000, default: 10 },
    "Test webhooks a minute for an account",
  ),
  MAX_WAIT_MS: integerSetting({ min: 0, max: 60_000, default: 15_000 }, "Cap of waitMs"),
  REQUEST_DEADLINE_MS: integerSetting(
    { min: 1_000, max: 86_400_000, default: 300_000 },
    "Requests without a verdict after this time fail and are refunded",
  ),
  PUBLISH_TIMEOUT_MS: integerSetting(
    { min: 10, max: 30_000, default: 1_000 },
    "How long a call waits for the message bus; then it gets a 503 with the status URL",
  ),
  CHECKOUT_RECHECK_MINUTES: integerSetting(
    { min: 0, max: 60, default: 10 },
    "Minutes in which a bank is asked again for a payer's receipt that it does not have yet; 0: it is asked once",
  ),
  ADMISSION_QUEUE: integerSetting(
    { min: 1, max: 1_000_000, default: 5_000 },
    "Requests of one process that wait for the database; more get a 503",
  ),
  MAX_WAITERS: integerSetting(
    { min: 0, max: 1_000_000, default: 5_000 },
    "Calls of one process that wait for their verdict; more get a 202 at once",
  ),
  MAX_STREAMS: integerSetting(
    { min: 1, max: 1_000_000, default: 10_000 },
    "Open streams of one process, of statuses and webhooks; more get a 429",
  ),
  BATCH_ITEMS_PER_BANK: integerSetting(
    { min: 1, max: 1_000, default: 4 },
    "Items of batches, of all accounts, that are at one bank at the same time; a quarter of its verifiers' slots delays no single request",
  ),
  FILE_RETENTION_DAYS: integerSetting(
    { min: 0, max: 30, default: 0 },
    "Days for which photos and PDFs of requests are kept, sealed with SECRETS_ENCRYPTION_KEY; 0: none is kept",
  ),
  QUEUE_CAPACITY: integerSetting(
    { min: 1, max: 10_000_000, default: 10_000 },
    "Unfinished requests of one bank",
  ),
  QUEUE_SHARE: z
    .string()
    .regex(/^(?:0?\.\d{1,6}|1(?:\.0{1,6})?)$/, "must be a fraction above 0 and up to 1, such as 0.25")
    .transform(Number)
    .default(0.25)
    .describe("Fraction of QUEUE_CAPACITY for one account"),
};

export type GatewayConfig = ReturnType<typeof readGatewayConfig>;

function isAddressRange(text: string): boolean {
  const [address = "", bits, more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  if (bits === undefined) return true;
  // An IPv4 range in IPv6 notation starts after 96 bits. Express refuses ranges of 0 bits, which trust every address.
  const least = /^::ffff:/i.test(address) ? 97 : 1;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= least && Number(bits) <= (family === 4 ? 32 : 128);
}

/** Called once, from `main.ts`. Throws `ConfigurationError` with all errors. */
export function readGatewayConfig(env: Environment) {
  const config = readConfiguration(gatewaySettings, env);
  refuseUnsafePrivateWebhooks(config);
  checkDatabaseUrl(config);
  refusePayeeByEmailInProduction(config);
  requireMail(config);
  refuseOpenTelegram(config);
  return config;
}

/** Without mail no address can be confirmed; without a sender its origin is unknown. */
function requireMail(config: {
  readonly NODE_ENV: string;
  readonly REGISTRATION?: "open" | "invite" | "closed" | undefined;
  readonly SMTP_URL?: Secret | undefined;
  readonly MAIL_FROM?: string | undefined;
}): void {
  const { NODE_ENV, REGISTRATION = "closed", SMTP_URL, MAIL_FROM } = config;
  if (SMTP_URL !== undefined && MAIL_FROM === undefined)
    throw new ConfigurationError(["MAIL_FROM: is required with SMTP_URL"]);
  if (NODE_ENV === "production" && REGISTRATION !== "closed" && SMTP_URL === undefined)
    throw new ConfigurationError(["SMTP_URL: is required in production unless REGISTRATION is closed"]);
}

/** The bot's token is in the path of every call. */
function refuseOpenTelegram(config: { readonly NODE_ENV: string; readonly TELEGRAM_API_URL: string }): void {
  const { protocol, hostname } = new URL(config.TELEGRAM_API_URL);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  if (config.NODE_ENV !== "production" || protocol === "https:" || isLocal) return;
  throw new ConfigurationError(["TELEGRAM_API_URL: must be https in production"]);
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "";
}

/** A person who registers that address would receive the payments. */
function refusePayeeByEmailInProduction(config: {
  readonly NODE_ENV: string;
  readonly PLATFORM_ACCOUNT?: string | undefined;
}): void {
  const { NODE_ENV, PLATFORM_ACCOUNT } = config;
  if (NODE_ENV !== "production" || PLATFORM_ACCOUNT === undefined || isId("user", PLATFORM_ACCOUNT)) return;
  throw new ConfigurationError([
    "PLATFORM_ACCOUNT: must be the id of an account (usr_…) in production, not an email",
  ]);
}
