import type { Pool } from "@receipts/database";
import type { RateLimiter } from "@receipts/fast-store";
import type { Log, ServiceMetrics } from "@receipts/service-kit";
import type { RequestHandler } from "express";
import type { GatewayConfig } from "../../gateway-config.ts";
import { createRequireSameOrigin } from "../../http/require-same-origin.ts";
import { findDepositByToken } from "../deposits/deposit-repository.ts";
import type { SubmitReceipt } from "../receipts/submit-receipt.ts";
import { createDepositWatcher } from "./deposit-watcher.ts";
import { readPageAssets } from "./page-assets.ts";
import { createPageHandlers } from "./page-handlers.ts";
import { findWatchedDeposits } from "./page-repository.ts";
import { pageRoutes } from "./page-routes.ts";
import { createSendPageStream } from "./page-stream.ts";

export interface PageDeps {
  readonly config: GatewayConfig;
  readonly pool: Pool;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly limiter: (name: string, points: number) => RateLimiter;
  /** Aborted when the process drains: streams end, and browsers come back to another one. */
  readonly draining: AbortSignal;
  readonly submitReceipt: SubmitReceipt;
}

/** The page that a payer is sent to. */
export function buildPage({
  config,
  pool,
  log,
  metrics,
  limiter,
  draining,
  submitReceipt,
}: PageDeps): RequestHandler {
  const streams = metrics.gauge("checkout_page_streams", "Checkout pages that follow their deposit");
  const watcher = createDepositWatcher({ findWatched: (ids) => findWatchedDeposits(pool, ids), log });
  const assets = readPageAssets();
  const handlers = createPageHandlers({
    database: pool,
    findDeposit: (token) => findDepositByToken(pool, token),
    submitReceipt,
    sendStream: createSendPageStream({
      watcher,
      draining,
      maxStreams: config.MAX_STREAMS,
      onCount: (open) => streams.set(open),
    }),
    watcher,
    assets,
    perDeposit: limiter("checkout-receipts", config.CHECKOUT_RECEIPTS_PER_MINUTE),
    draining,
    log,
  });
  return pageRoutes({
    handlers,
    assets,
    perAddress: limiter("checkout-address", config.CHECKOUT_ADDRESS_RATE_LIMIT_PER_MINUTE),
    requireSameOrigin: createRequireSameOrigin(config.CHECKOUT_BASE_URL),
  });
}
