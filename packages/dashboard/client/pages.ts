import { lazyPage } from "./app/lazy-page.ts";
import type { Page } from "./app/page.ts";
import { batchesPlace, batchPlace, newBatchPlace } from "./batches/batch-places.ts";
import { apiKeysPlace, checkoutKeysPlace } from "./keys/key-places.ts";
import { auditPlace } from "./pages/audit/audit-place.ts";
import { bankAccountsPage } from "./pages/bank-accounts/bank-accounts-page.ts";
import { branchesPage } from "./pages/branches/branches-page.ts";
import { cashiersPage } from "./pages/cashiers/cashiers-page.ts";
import { codeSamplesPlace } from "./pages/code-samples/code-samples-place.ts";
import { confirmPage } from "./pages/confirm/confirm-page.ts";
import { creditsPage } from "./pages/credits/credits-page.ts";
import { depositPage } from "./pages/deposit/deposit-page.ts";
import { depositsPage } from "./pages/deposits/deposits-page.ts";
import { forgotPage } from "./pages/forgot/forgot-page.ts";
import { homePage } from "./pages/home/home-page.ts";
import { joinPage } from "./pages/join/join-page.ts";
import { newDepositPage } from "./pages/new-deposit/new-deposit-page.ts";
import { passwordPage } from "./pages/password/password-page.ts";
import { paymentsPage } from "./pages/payments/payments-page.ts";
import { profilePage } from "./pages/profile/profile-page.ts";
import { reportsPage } from "./pages/reports/reports-page.ts";
import { requestPage } from "./pages/request/request-page.ts";
import { resetPage } from "./pages/reset/reset-page.ts";
import { reviewsPlace } from "./pages/reviews/reviews-place.ts";
import { securityPage } from "./pages/security/security-page.ts";
import { sessionsPage } from "./pages/sessions/sessions-page.ts";
import { signInPage } from "./pages/sign-in/sign-in-page.ts";
import { signUpPage } from "./pages/sign-up/sign-up-page.ts";
import { takingsPlace } from "./pages/takings/takings-place.ts";
import { teamPlace } from "./pages/team/team-place.ts";
import { tillsPage } from "./pages/tills/tills-page.ts";
import { uptimePage } from "./pages/uptime/uptime-page.ts";
import { verifyPage } from "./pages/verify/verify-page.ts";
import { webhookDeliveriesPage } from "./pages/webhook-deliveries/webhook-deliveries-page.ts";
import { webhooksPage } from "./pages/webhooks/webhooks-page.ts";
import { reconciliationPlace, reconciliationsPlace } from "./statements/reconciliation-places.ts";
import { webhookDeliveryPlace, webhookEndpointPlace } from "./webhooks/webhook-places.ts";

/** All pages, in the order of the navigation. Paths are matched in this order too. */
export const pages: readonly Page[] = [
  verifyPage,
  homePage,
  lazyPage(reviewsPlace, async () => (await import("./pages/reviews/reviews-page.ts")).reviewsPage),
  paymentsPage,
  requestPage,
  lazyPage(batchesPlace, async () => (await import("./pages/batches/batches-page.ts")).batchesPage),
  lazyPage(newBatchPlace, async () => (await import("./pages/new-batch/new-batch-page.ts")).newBatchPage),
  lazyPage(batchPlace, async () => (await import("./pages/batch/batch-page.ts")).batchPage),
  depositsPage,
  newDepositPage,
  depositPage,
  lazyPage(takingsPlace, async () => (await import("./pages/takings/takings-page.ts")).takingsPage),
  lazyPage(
    reconciliationsPlace,
    async () => (await import("./pages/reconciliations/reconciliations-page.ts")).reconciliationsPage,
  ),
  lazyPage(
    reconciliationPlace,
    async () => (await import("./pages/reconciliation/reconciliation-page.ts")).reconciliationPage,
  ),
  uptimePage,
  branchesPage,
  tillsPage,
  cashiersPage,
  creditsPage,
  bankAccountsPage,
  profilePage,
  lazyPage(teamPlace, async () => (await import("./pages/team/team-page.ts")).teamPage),
  securityPage,
  lazyPage(auditPlace, async () => (await import("./pages/audit/audit-page.ts")).auditPage),
  lazyPage(apiKeysPlace, async () => (await import("./pages/api-keys/api-keys-page.ts")).apiKeysPage),
  lazyPage(
    checkoutKeysPlace,
    async () => (await import("./pages/checkout-keys/checkout-keys-page.ts")).checkoutKeysPage,
  ),
  lazyPage(
    codeSamplesPlace,
    async () => (await import("./pages/code-samples/code-samples-page.ts")).codeSamplesPage,
  ),
  webhooksPage,
  lazyPage(
    webhookEndpointPlace,
    async () => (await import("./pages/webhook-endpoint/webhook-endpoint-page.ts")).webhookEndpointPage,
  ),
  webhookDeliveriesPage,
  lazyPage(
    webhookDeliveryPlace,
    async () => (await import("./pages/webhook-delivery/webhook-delivery-page.ts")).webhookDeliveryPage,
  ),
  reportsPage,
  passwordPage,
  sessionsPage,
  signInPage,
  signUpPage,
  confirmPage,
  forgotPage,
  resetPage,
  joinPage,
];
