import type { RequestHandler } from "express";
import type { GatewayParts } from "../../gateway-parts.ts";
import { readPageAssets } from "../../http/page-parts.ts";
import { createRequireSameOrigin } from "../../http/require-same-origin.ts";
import { createSharedPoller } from "../../http/shared-poller.ts";
import { findDepositByToken } from "../deposits/deposit-repository.ts";
import type { SubmitReceipt } from "../receipts/submit-receipt.ts";
import { createPageHandlers } from "./page-handlers.ts";
import { findWatchedDeposits } from "./page-repository.ts";
import { pageRoutes } from "./page-routes.ts";
import { createSendPageStream } from "./page-stream.ts";
import { viewOf } from "./page-view.ts";

/** Builds the checkout page for payers. */
export function buildPage(parts: GatewayParts & { readonly submitReceipt: SubmitReceipt }): RequestHandler {
  const { config, pool, log, metrics, limiter, draining, submitReceipt } = parts;
  const streams = metrics.gauge("checkout_page_streams", "Open checkout pages that follow their deposit");
  const watcher = createSharedPoller({
    find: async (ids) =>
      new Map(
        (await findWatchedDeposits(pool, ids)).map((deposit) => [deposit.id, viewOf(deposit, deposit)]),
      ),
    onError: (error) => log.warn("checkout_page.watch_failed", { error }),
  });
  const assets = readPageAssets("/checkout/assets", "checkout.css", ["checkout.js", "checkout.svg"]);
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
