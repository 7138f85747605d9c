import { ids, times, webhookUrl } from "./example-values.ts";
import { type OperationExamples, only, page, response } from "./operation-examples.ts";

const session = {
  user: {
    id: ids.user,
    email: "sara@example.com",
    emailConfirmed: true,
    name: "Sara Tadesse",
    businessName: "Sara Coffee Trading",
    timeZone: "Africa/Addis_Ababa",
    calendar: "gregorian",
  },
  account: { id: ids.user, name: "Sara Coffee Trading" },
  member: { id: ids.member, role: "owner", branchId: null },
  accounts: [{ id: ids.user, name: "Sara Coffee Trading", role: "owner" }],
  twoFactor: { enabled: false, enrollmentRequired: false },
  expiresAt: "2026-03-02T20:15:30.120Z",
};

const MAILED = "Check the mailbox of this address";
const token = "mU3kq0Yt7cWnVxLr2ZbPqTfGhJkLmN9oQsRtUvWxYz4";

const keyTimes = { createdAt: times.asked, lastUsedAt: null, expiresAt: times.nextYear, revokedAt: null };
const madeBy = { memberId: ids.member, name: "Sara Tadesse", role: "owner", hasLeft: false };
const apiKey = {
  id: ids.apiKey,
  name: "Shop server",
  prefix: "rvk_",
  fingerprint: { sha256Prefix: "41d07be89f2c" },
  enabled: true,
  permissions: { verification: ["read", "write"] },
  metadata: { environment: "production" },
  branchId: null,
  madeBy,
  requestCount: 0,
  ...keyTimes,
};
const checkoutKey = {
  id: ids.checkoutKey,
  name: "Shop server",
  prefix: "sck_",
  fingerprint: { last4: "k3Zq", sha256Prefix: "9f2c41d07be8" },
  enabled: true,
  scopes: ["deposits:read", "deposits:write"],
  madeBy,
  requestCount: 0,
  ...keyTimes,
};

const profile = {
  name: "Sara Tadesse",
  email: "sara@example.com",
  businessName: "Sara Coffee Trading",
  defaultWebhookUrl: webhookUrl,
  webhookSecretConfigured: true,
  webhookSecretRotationEndsAt: null,
  timeZone: "Africa/Addis_Ababa",
  oldPayments: "review_before_last_evening",
  oldPaymentsChosen: true,
  calendar: "gregorian",
  twoFactorRequired: false,
  createdAt: "2026-01-12T06:30:00.000Z",
};

const bankAccount = {
  id: ids.bankAccount,
  bank: "telebirr",
  accountNumber: "0911005678",
  accountName: "Sara Coffee Trading",
  label: "Till 2",
  owner: "user",
  createdAt: times.asked,
  updatedAt: times.asked,
  otherNames: ["SARA COFFEE TRADING PLC"],
  branchId: null,
  nameCanAgree: true,
  numberFault: null,
};

const telegramChat = {
  id: ids.telegramChat,
  name: "Sara Tadesse (@sara)",
  language: "am",
  topics: ["review_needed", "receipt_reused", "credits_low", "daily_summary"],
  mayVerify: true,
  summaryHour: 20,
  blockedAt: null,
  createdAt: times.asked,
};

export const accountExamples = {
  getTelegram: {
    responses: {
      200: response({ enabled: true, bot: "receipts_bot", chats: [telegramChat] }, "Telegram"),
    },
  },
  createTelegramCode: {
    responses: {
      201: response(
        {
          code: "7KQ2-M9XD",
          url: "https://t.me/receipts_bot?start=7KQ2-M9XD",
          expiresAt: "2026-03-02T08:25:30.120Z",
        },
        "Send this code to the bot",
      ),
    },
  },
  changeTelegramChat: {
    body: only({ topics: ["review_needed", "daily_summary"], summaryHour: 21 }),
    responses: {
      200: response(
        { ...telegramChat, topics: ["review_needed", "daily_summary"], summaryHour: 21 },
        "Telegram chat",
      ),
    },
  },
  register: {
    body: only({
      email: "sara@example.com",
      password: "a sentence that is hard to guess",
      name: "Sara Tadesse",
      businessName: "Sara Coffee Trading",
    }),
    responses: { 202: response({ email: "sara@example.com", name: "Sara Tadesse" }, MAILED) },
  },
  confirm: {
    body: only({ token, password: "a sentence that is hard to guess" }),
    responses: { 200: response(session, "Confirmed and signed in") },
  },
  forgotPassword: {
    body: only({ email: "sara@example.com" }),
    responses: { 202: response({ email: "sara@example.com" }, MAILED) },
  },
  resetPassword: { body: only({ token, password: "another sentence, just as long" }) },
  login: {
    body: only({ email: "sara@example.com", password: "a sentence that is hard to guess" }),
    responses: { 200: response(session, "Signed in") },
  },
  listSessions: {
    responses: {
      200: page(
        {
          ...{ id: ids.session, current: true, address: "203.0.113.7", createdAt: times.asked },
          person: { memberId: ids.member, name: "Sara Tadesse", role: "owner" },
          expiresAt: session.expiresAt,
        },
        "Sessions",
      ),
    },
  },
  getSession: { responses: { 200: response(session, "Signed in") } },
  changePassword: {
    body: only({
      currentPassword: "a sentence that is hard to guess",
      newPassword: "another sentence, just as long",
    }),
  },
  createApiKey: {
    body: only({
      name: "Shop server",
      permissions: { verification: ["read", "write"] },
      expiresInDays: 365,
      metadata: { environment: "production" },
    }),
    responses: {
      201: response(
        { key: "rvk_<43 characters and a checksum of 6>", apiKey },
        "API key created. Copy it now: it is shown this once",
      ),
    },
  },
  getApiKey: {
    responses: { 200: response({ ...apiKey, requestCount: 4_711, lastUsedAt: times.later }, "API key") },
  },
  listApiKeys: {
    responses: { 200: page({ ...apiKey, requestCount: 4_711, lastUsedAt: times.later }, "API keys") },
  },
  takeOverApiKey: { responses: { 200: response(apiKey, "API key taken over") } },
  createCheckoutKey: {
    body: only({ name: "Shop server", scopes: ["deposits:read", "deposits:write"], expiresInDays: 365 }),
    responses: {
      201: response(
        { key: "sck_<43 characters and a checksum of 6>", checkoutKey },
        "Checkout key created. Copy it now: it is shown this once",
      ),
    },
  },
  listCheckoutKeys: { responses: { 200: page(checkoutKey, "Checkout keys") } },
  takeOverCheckoutKey: { responses: { 200: response(checkoutKey, "Checkout key taken over") } },
  getProfile: { responses: { 200: response(profile, "Profile") } },
  changeProfile: {
    body: only({ businessName: "Sara Coffee Trading", defaultWebhookUrl: webhookUrl }),
    responses: { 200: response({ ...profile, droppedHeaders: [] }, "Profile") },
  },
  createWebhookSecret: {
    body: {
      rotation: { summary: "The old secret keeps signing for an hour", value: { gracePeriodSeconds: 3_600 } },
      default: { summary: "The old secret, if any, keeps signing for a day", value: {} },
    },
    responses: {
      201: response(
        { secret: "whsec_<44 characters of base64>", rotationEndsAt: times.later },
        "The signing secret is shown this once",
      ),
    },
  },
  putLogo: {
    responses: { 200: response({ contentType: "image/png", size: 18_204, width: 256, height: 256 }, "Logo") },
  },
  listBankAccounts: { responses: { 200: page(bankAccount, "Bank accounts") } },
  getBankAccount: { responses: { 200: response(bankAccount, "Bank account") } },
  createBankAccount: {
    body: only({
      bank: "telebirr",
      accountNumber: "+251 911 00 56 78",
      accountName: "Sara Coffee Trading",
      otherNames: ["SARA COFFEE TRADING PLC"],
      label: "Till 2",
    }),
    responses: { 201: response(bankAccount, "Bank account saved") },
  },
  changeBankAccount: {
    body: only({ label: "Till 3" }),
    responses: { 200: response({ ...bankAccount, label: "Till 3", updatedAt: times.later }, "Bank account") },
  },
  listAuditEntries: {
    responses: {
      200: page(
        {
          id: ids.audit,
          at: times.asked,
          action: "api_key.created",
          actor: {
            ...{ kind: "session", id: ids.session, memberId: ids.member },
            ...{ name: "Sara Tadesse", role: "owner" },
          },
          subject: ids.apiKey,
          requestId: "5f0c2a34-0f6e-4a43-9a8e-2f1f4f3b7c55",
          address: "203.0.113.7",
          before: null,
          after: { name: "Shop server" },
        },
        "Audit log",
      ),
    },
  },
} satisfies Record<string, OperationExamples>;
