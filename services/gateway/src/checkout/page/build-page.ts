import type { BankCode } from "@receipts/contracts";
import { shareReading } from "@receipts/service-kit";
import { readClient } from "@receipts/web-pages";
import type { RequestHandler } from "express";
import type { GatewayParts } from "../../gateway-parts.ts";
import { checkoutClient } from "../../http/page-clients.ts";
import { readPageAssets } from "../../http/page-parts.ts";
import { createRequireSameOrigin } from "../../http/require-same-origin.ts";
import { createSharedPoller } from "../../http/shared-poller.ts";
import { createPayerBankCookie } from "../../sessions/session-cookie.ts";
import { readConditions } from "../../uptime/uptime-repository.ts";
import { findDepositByToken } from "../deposits/deposit-repository.ts";
import type { SubmitReceipt } from "../receipts/submit-receipt.ts";
import { createPageHandlers } from "./page-handlers.ts";
import { findWatchedDeposits } from "./page-repository.ts";
import { pageRoutes } from "./page-routes.ts";
import { createSendPageStream } from "./page-stream.ts";
import { viewOf } from "./page-view.ts";
import type { ReceiptFileDeps } from "./receipt-file.ts";

export interface PageDeps extends GatewayParts, Pick<ReceiptFileDeps, "rules"> {
  readonly submitReceipt: SubmitReceipt;
  readonly receiptFiles: Pick<ReceiptFileDeps, "places" | "readFile">;
}

/** States change within minutes, and every opened page asks. */
const STATES_FRESH_MS = 10_000;

/** Builds the checkout page for payers. */
export function buildPage(deps: PageDeps): RequestHandler {
  const { config, pool, log, metrics, limiter, draining, submitReceipt, receiptFiles, rules } = deps;
  const streams = metrics.gauge("checkout_page_streams", "Open checkout pages that follow their deposit");
  const watcher = createSharedPoller({
    find: async (ids) =>
      new Map(
        (await findWatchedDeposits(pool, ids)).map((deposit) => [deposit.id, viewOf(deposit, deposit)]),
      ),
    onError: (error) => log.warn("checkout_page.watch_failed", { error }),
  });
  const files = ["checkout.svg"];
  const assets = readPageAssets("/checkout/assets", "checkout.css", files, () => readClient(checkoutClient));
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
    sandboxed: deps.sandboxed,
    checkoutBaseUrl: config.CHECKOUT_BASE_URL,
    bankCookie: createPayerBankCookie({ secure: config.NODE_ENV === "production" }),
    downBanks: createReadDownBanks(deps),
    perDeposit: limiter("checkout-receipts", config.CHECKOUT_RECEIPTS_PER_MINUTE),
    filesPerDeposit: limiter("checkout-files", config.CHECKOUT_RECEIPTS_PER_MINUTE),
    rules,
    ...receiptFiles,
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

/** Reads the banks that are down, with at most one query in ten seconds. Without an answer none is. */
function createReadDownBanks({
  pool,
  log,
}: Pick<PageDeps, "pool" | "log">): () => Promise<ReadonlySet<BankCode>> {
  const read = shareReading(STATES_FRESH_MS, async () => {
    const conditions = await readConditions(pool);
    return new Set(conditions.flatMap(({ bank, state }) => (state === "down" ? [bank] : [])));
  });
  return async () => {
    try {
      return await read();
    } catch (error) {
      log.warn("checkout_page.bank_states_failed", { error });
      return new Set();
    }
  };
}
