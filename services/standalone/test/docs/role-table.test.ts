import { readFileSync } from "node:fs";
import { allRoutes, rolesOf } from "@receipts/contracts";

const page = readFileSync(
  new URL("../../../../packages/documentation/pages/team.md", import.meta.url),
  "utf8",
);

/** Operations by row of the page's table. */
const rows: Readonly<Record<string, RegExp>> = {
  "Verify receipts and read requests": /^(?:submitVerification|getVerification|listVerifications)$/,
  "Read deposits": /^(?:list|get|export)AccountDeposits?$/,
  "Create, cancel and resolve deposits": /^(?:create|cancel|resolve)AccountDeposit$/,
  "API keys, checkout keys and webhooks":
    /^(?!takeOver).*(?:ApiKeys?|CheckoutKeys?)$|WebhookEndpoints?$|WebhookDeliver(?:y|ies)$/,
  "Take over the keys of others": /^takeOver(?:Api|Checkout)Key$/,
  "Saved bank accounts": /BankAccounts?$/,
  "Read branches": /^listBranches$/,
  "Add, rename and archive branches": /^(?:create|change)Branch$/,
  "Tills and cashiers": /^(?:list|create|change|revoke|remove)(?:Till|Cashier)s?$/,
  "Team and invitations": /Members?$|MemberAccess$|^invite$|^(?:list|revoke)Invitations?$/,
  "Audit log": /AuditEntries$/,
  "Profile of the account": /^changeProfile$|^(?:put|delete)Logo$/,
  "Payment report, takings, closing a day, and credits":
    /^getPaymentReport$|^getTakings$|^closeDay$|^getCredit|^listCredit/,
  "Buy credits": /^createCreditPurchase$/,
  "Own password, sessions and two-factor sign-in":
    /Password$|Sessions$|^endSession$|TwoFactor$|RecoveryCodes$/,
};

/** An owner gives roles by this table. */
it.each(Object.entries(rows))("the page of the team tells the roles for: %s", (title, operations) => {
  const row = page.split("\n").find((line) => line.startsWith(`| ${title} |`)) ?? "";
  const told = row.split("|")[2]?.trim().split(", ");
  const routes = allRoutes.filter(
    ({ operationId, access }) => access !== "public" && operations.test(operationId),
  );
  expect(routes.length).toBeGreaterThan(0);
  for (const route of routes) expect([route.operationId, rolesOf(route)]).toEqual([route.operationId, told]);
});
