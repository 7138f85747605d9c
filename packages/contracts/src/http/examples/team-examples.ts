import { ids, times } from "./example-values.ts";
import { type OperationExamples, only, page, response } from "./operation-examples.ts";

const password = "a sentence that is hard to guess";
const token = "mU3kq0Yt7cWnVxLr2ZbPqTfGhJkLmN9oQsRtUvWxYz4";
const session = {
  user: {
    ...{
      id: ids.user,
      email: "hanna@example.com",
      emailConfirmed: true,
      name: "Hanna Bekele",
      businessName: "Sara Coffee Trading",
    },
    ...{ timeZone: "Africa/Addis_Ababa", calendar: "gregorian" },
  },
  account: { id: ids.user, name: "Sara Coffee Trading" },
  member: { id: ids.member, role: "manager", branchId: null },
  accounts: [{ id: ids.user, name: "Sara Coffee Trading", role: "manager" }],
  twoFactor: { enabled: false, enrollmentRequired: false },
  expiresAt: "2026-03-02T20:15:30.120Z",
};
const member = {
  ...{ id: ids.member, name: "Hanna Bekele", email: "hanna@example.com", role: "manager", branchId: null },
  ...{
    isHolder: false,
    isYou: false,
    twoFactor: true,
    emailConfirmed: true,
    createdAt: times.asked,
    lastSignInAt: times.later,
  },
};
const invitation = {
  ...{ id: ids.memberInvitation, email: "hanna@example.com", role: "manager", branchId: null },
  ...{ invitedBy: "Sara Tadesse", createdAt: times.asked, expiresAt: "2026-03-09T08:15:30.120Z" },
};
const access = {
  keys: [{ id: ids.apiKey, name: "Shop server", lastUsedAt: times.later }],
  tills: [{ id: ids.till, name: "Till 1", lastSeenAt: times.later }],
  webhookEndpoints: [{ id: ids.endpoint, url: "https://shop.example/hooks" }],
  ...{ sessions: 1, telegramChats: 1, codes: 0, invitations: 0 },
};
const recoveryCodes = response({ recoveryCodes: ["<16 letters and digits>"] }, "Recovery codes");
const proof = { password, code: "287082" };

/** Examples of the routes of teams and two-factor sign-in. */
export const teamExamples: Readonly<Record<string, OperationExamples>> = {
  confirmPassword: { body: only({ password }) },
  switchAccount: { body: only({ accountId: ids.user }), responses: { 200: response(session, "Switched") } },
  startTwoFactor: {
    body: only({ password }),
    responses: {
      200: response(
        {
          otpauthUrl: "otpauth://totp/receipts.example.et:sara@example.com?secret=<32 characters>",
          secret: "<32 characters of base32>",
          qrCode: "<svg>…</svg>",
        },
        "Scan the code, then confirm",
      ),
    },
  },
  confirmTwoFactor: { body: only({ code: "287082" }), responses: { 200: recoveryCodes } },
  endTwoFactor: { body: only(proof) },
  renewRecoveryCodes: { body: only(proof), responses: { 200: recoveryCodes } },
  listMembers: { responses: { 200: page(member, "Members") } },
  changeMember: {
    body: only({ role: "developer" }),
    responses: { 200: response({ ...member, role: "developer" }, "Member") },
  },
  getMemberAccess: { responses: { 200: response(access, "Access of the member") } },
  removeMember: {
    body: only({ takeOverKeys: true }),
    responses: { 200: response(access, "Member removed") },
  },
  invite: {
    body: only({ email: "hanna@example.com", role: "manager" }),
    responses: { 201: response({ ...invitation, link: null }, "Invitation sent") },
  },
  listInvitations: { responses: { 200: page(invitation, "Invitations") } },
  acceptInvitation: {
    body: only({ token }),
    responses: { 200: response({ accountId: ids.user }, "Joined") },
  },
  join: {
    body: only({ token, name: "Hanna Bekele", password }),
    responses: { 200: response(session, "Joined and signed in") },
  },
  exportAccount: { responses: { 200: only({ users: [{ id: ids.user, email: "sara@example.com" }] }) } },
  closeAccount: { body: only({ email: "sara@example.com", password }) },
  exportAuditEntries: {
    responses: { 200: only(`id,at,action\r\n${ids.audit},${times.asked},api_key.created\r\n`) },
  },
};
