import { checkoutOpenApiDocument, checkoutRoutes } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import type { Log, ServiceMetrics, Worker } from "@receipts/service-kit";
import type { LiveStatusChannel } from "@receipts/verdicts";
import type { RequestHandler } from "express";
import { createAuthenticate } from "../api-keys/authenticate.ts";
import { createKeyUsage } from "../api-keys/key-usage.ts";
import type { GatewayConfig } from "../gateway-config.ts";
import type { Guards, MountedRoute } from "../http/mount-routes.ts";
import type { SubmitVerification } from "../verification/submit-verification.ts";
import type { VerifyRules } from "../verification/verify-command.ts";
import { findLiveCheckoutKey } from "./checkout-keys/checkout-key-repository.ts";
import { checkoutKeyRoutesOf } from "./checkout-keys/checkout-key-routes.ts";
import { createChangeDeposit } from "./deposits/change-deposit.ts";
import { findDepositByToken } from "./deposits/deposit-repository.ts";
import { depositRoutesOf } from "./deposits/deposit-routes.ts";
import type { DepositRow } from "./deposits/deposit-row.ts";
import { createExpireDeposits } from "./deposits/expire-deposits.ts";
import { eventRoutesOf } from "./events/event-routes.ts";
import { createForgetAnswers } from "./http/forget-answers.ts";
import { type MountedCheckoutRoute, mountCheckoutRoutes } from "./http/mount-checkout-routes.ts";
import { createFollowSubmissions } from "./receipts/follow-submissions.ts";
import { createSettleSubmission } from "./receipts/settle-submission.ts";
import { createAskBank, createSubmitReceipt, type SubmitReceipt } from "./receipts/submit-receipt.ts";

export interface CheckoutDeps {
  readonly config: GatewayConfig;
  readonly pool: Pool;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly rateLimit: Guards["rateLimit"];
  readonly submit: SubmitVerification;
  readonly liveStatus: LiveStatusChannel;
  readonly rules: Pick<VerifyRules, "banks" | "detect">;
  readonly requireSafeWebhookHost: (url: string) => Promise<void>;
}

export interface Checkout {
  /** Of the dashboard's surface: keys. */
  readonly routes: readonly MountedRoute[];
  /** The checkout surface itself, with guards of its own. */
  readonly surface: RequestHandler;
  readonly workers: readonly Worker[];
  readonly page: CheckoutPage;
  /** When nothing counts any more. */
  flush(): Promise<void>;
}

/** What the hosted page stands on. */
export interface CheckoutPage {
  readonly submitReceipt: SubmitReceipt;
  readonly findDeposit: (token: string) => Promise<DepositRow | undefined>;
}

/** Deposits, their events, and the receipts that confirm them. */
export function buildCheckout(deps: CheckoutDeps): Checkout {
  const { config, pool, log, metrics } = deps;
  const checkoutBaseUrl = config.CHECKOUT_BASE_URL;
  const events = metrics.counter("deposit_events_total", "What became of deposits", ["type"]);
  const changeDeposit = createChangeDeposit({ checkoutBaseUrl, onEvent: (type) => events.inc({ type }) });
  const settlement = createSettleSubmission({
    pool,
    changeDeposit,
    receiptHashKey: config.RECEIPT_HASH_KEY.reveal(),
    log,
  });
  const askBank = createAskBank({ submit: deps.submit, settlement, liveStatus: deps.liveStatus, log });
  const keyUsage = createKeyUsage({ database: pool, log, table: "checkout_keys" });
  const routes: MountedCheckoutRoute[] = [
    ...depositRoutesOf({
      pool,
      rules: {
        checkoutBaseUrl,
        allowPrivateWebhooks: config.WEBHOOK_ALLOW_PRIVATE,
        allowLocalPages: config.NODE_ENV !== "production",
      },
      changeDeposit,
      requireSafeWebhookHost: deps.requireSafeWebhookHost,
      onCreated: () => events.inc({ type: "deposit.created" }),
    }),
    ...eventRoutesOf({ pool }),
    openApiRoute(checkoutBaseUrl),
  ];
  return {
    routes: checkoutKeyRoutesOf({ pool, keyPrefix: config.CHECKOUT_KEY_PREFIX }),
    surface: mountCheckoutRoutes(routes, {
      authenticate: createAuthenticate({
        keyPrefix: config.CHECKOUT_KEY_PREFIX,
        findLiveKey: (hash) => findLiveCheckoutKey(pool, hash),
        onUse: keyUsage.count,
      }),
      rateLimit: deps.rateLimit,
    }),
    workers: [
      createFollowSubmissions({ database: pool, settlement, askBank, log }),
      createExpireDeposits({ pool, changeDeposit, log }),
      createForgetAnswers({ database: pool, log }),
      keyUsage.worker,
    ],
    page: {
      submitReceipt: createSubmitReceipt({ pool, rules: deps.rules, changeDeposit, askBank }),
      findDeposit: (token) => findDepositByToken(pool, token),
    },
    flush: () => keyUsage.flush(),
  };
}

function openApiRoute(checkoutBaseUrl: string): MountedCheckoutRoute {
  const document = checkoutOpenApiDocument(checkoutBaseUrl);
  return {
    contract: checkoutRoutes.getCheckoutOpenApi,
    handler: (_request, response) => void response.json(document),
  };
}
