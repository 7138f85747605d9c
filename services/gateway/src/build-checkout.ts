import {
  checkoutOpenApiDocument,
  checkoutRoutes,
  depositEventTypes,
  shareRepeated,
} from "@receipts/contracts";
import type { Worker } from "@receipts/service-kit";
import type { LiveStatusChannel } from "@receipts/verdicts";
import { sendDocument } from "@receipts/web-pages";
import { Router } from "express";
import { type Authenticate, createAuthenticate } from "./api-keys/authenticate.ts";
import { createKeyUsage } from "./api-keys/key-usage.ts";
import { findActiveCheckoutKey } from "./checkout/checkout-keys/checkout-key-repository.ts";
import { checkoutKeyRoutesOf } from "./checkout/checkout-keys/checkout-key-routes.ts";
import { accountDepositRoutesOf } from "./checkout/deposits/account-deposit-routes.ts";
import { createChangeDeposit } from "./checkout/deposits/change-deposit.ts";
import { findDepositByToken } from "./checkout/deposits/deposit-repository.ts";
import { depositRoutesOf } from "./checkout/deposits/deposit-routes.ts";
import type { DepositRow } from "./checkout/deposits/deposit-row.ts";
import { eventRoutesOf } from "./checkout/deposits/event-routes.ts";
import { createExpireDeposits } from "./checkout/deposits/expire-deposits.ts";
import { checkoutSurface } from "./checkout/http/checkout-surface.ts";
import {
  type CheckoutCaller,
  createRequireCheckoutCaller,
  type MountedCheckoutRoute,
} from "./checkout/http/require-checkout-caller.ts";
import { buildPage, type PageDeps } from "./checkout/page/build-page.ts";
import { createFollowSubmissions } from "./checkout/receipts/follow-submissions.ts";
import { createResolveSubmission } from "./checkout/receipts/resolve-submission.ts";
import { createStartVerification } from "./checkout/receipts/start-verification.ts";
import { createSubmitReceipt, type SubmitReceipt } from "./checkout/receipts/submit-receipt.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import type { InTurn } from "./http/account-turns.ts";
import type { CheckoutSurface } from "./http/app.ts";
import { type MountedRoute, mountRoutes } from "./http/mount-routes.ts";
import type { RequireCallerDeps } from "./http/require-caller.ts";
import { completePurchase } from "./purchases/complete-purchase.ts";
import { purchaseRoutesOf } from "./purchases/purchase-routes.ts";
import type { SubmitVerification } from "./verification/submit-verification.ts";
import type { VerifyRules } from "./verification/verify-command.ts";

export interface CheckoutDeps extends GatewayParts {
  readonly rateLimit: RequireCallerDeps["rateLimit"];
  readonly requireStillActive: RequireCallerDeps["requireStillActive"];
  readonly inTurn: InTurn;
  readonly submit: SubmitVerification;
  readonly liveStatus: LiveStatusChannel;
  readonly rules: Pick<VerifyRules, "banks" | "detect">;
  readonly receiptFiles: PageDeps["receiptFiles"];
}

export interface Checkout {
  /** Routes of the dashboard's surface: keys, and credits bought with a deposit. */
  readonly routes: readonly MountedRoute[];
  /** The checkout surface and the hosted page, each with its own guards. */
  readonly surface: CheckoutSurface;
  readonly workers: readonly Worker[];
  readonly page: CheckoutPage;
  /** Throws 401 for an invalid checkout key. */
  readonly authenticate: Authenticate<CheckoutCaller>;
  /** Call it when nothing counts any more. */
  flush(): Promise<void>;
}

/** The functions that the hosted page needs. */
export interface CheckoutPage {
  readonly submitReceipt: SubmitReceipt;
  readonly findDeposit: (token: string) => Promise<DepositRow | undefined>;
}

/** Builds the parts of deposits, their events, and the receipts that confirm them. */
export function buildCheckout(deps: CheckoutDeps): Checkout {
  const { config, pool, log, metrics } = deps;
  const checkoutBaseUrl = config.CHECKOUT_BASE_URL;
  const events = metrics.counter("deposit_events_total", "Events of deposits", ["type"], {
    type: depositEventTypes,
  });
  const changeDeposit = createChangeDeposit({
    checkoutBaseUrl,
    onEvent: (type) => events.inc({ type }),
    onConfirmed: completePurchase,
  });
  const receiptHashKey = config.RECEIPT_HASH_KEY.reveal();
  const resolver = createResolveSubmission({ pool, changeDeposit, receiptHashKey, log });
  const refusedCount = metrics.counter(
    "deposit_receipts_not_verified_total",
    "Receipts of payers that were not verified at the bank",
    ["reason"],
    { reason: ["credits_exhausted", "queue_saturated", "overdue"] },
  );
  const onRefused = (reason: string) => refusedCount.inc({ reason });
  const requestDeadlineMs = config.REQUEST_DEADLINE_MS;
  const startVerification = createStartVerification({
    ...deps,
    resolver,
    requestDeadlineMs,
    onRefused,
    recheckForMinutes: config.CHECKOUT_RECHECK_MINUTES,
  });
  const keyUsage = createKeyUsage({ database: pool, log, table: "checkout_keys" });
  const parts = { ...deps, changeDeposit, onCreated: () => events.inc({ type: "deposit.created" }) };
  const routes: MountedCheckoutRoute[] = [
    ...depositRoutesOf(parts),
    ...eventRoutesOf(parts),
    openApiRoute(checkoutBaseUrl, config.PUBLIC_BASE_URL),
  ];
  const submitReceipt = createSubmitReceipt({ ...parts, startVerification });
  const authenticate = createAuthenticate({
    keyPrefix: config.CHECKOUT_KEY_PREFIX,
    findActiveKey: (hash) => findActiveCheckoutKey(pool, hash),
    onUse: keyUsage.count,
  });
  const requireCaller = createRequireCheckoutCaller({ ...deps, authenticate });
  const surface = Router({ caseSensitive: true, strict: true });
  mountRoutes(surface, routes, { requireCaller, inTurn: deps.inTurn });
  return {
    routes: [
      ...checkoutKeyRoutesOf({ pool, keyPrefix: config.CHECKOUT_KEY_PREFIX }),
      ...accountDepositRoutesOf(parts),
      ...purchaseRoutesOf(parts),
    ],
    surface: { ...checkoutSurface, routes: surface.use(buildPage({ ...deps, submitReceipt })) },
    workers: [
      createFollowSubmissions({ database: pool, resolver, startVerification, onRefused, log }),
      createExpireDeposits({ pool, changeDeposit, log }),
      keyUsage.worker,
    ],
    page: {
      submitReceipt,
      findDeposit: (token) => findDepositByToken(pool, token),
    },
    authenticate,
    flush: () => keyUsage.flush(),
  };
}

function openApiRoute(checkoutBaseUrl: string, publicBaseUrl: string): MountedCheckoutRoute {
  const makeDocument = () => shareRepeated(checkoutOpenApiDocument(checkoutBaseUrl, publicBaseUrl));
  return { contract: checkoutRoutes.getCheckoutOpenApi, handler: sendDocument(makeDocument) };
}
