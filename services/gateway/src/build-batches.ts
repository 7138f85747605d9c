import type { LiveStatusChannel } from "@receipts/verdicts";
import { batchRoutesOf } from "./batches/batch-routes.ts";
import { batchStreamRoute } from "./batches/batch-stream.ts";
import { createRunBatches } from "./batches/run-batches.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import type { Verification } from "./verification/build-verification.ts";

/** Builds the routes of batches, and the worker that runs them. */
export function buildBatches(
  deps: GatewayParts &
    Pick<Verification, "submit" | "rules" | "streaming"> & { readonly liveStatus: LiveStatusChannel },
) {
  const { config, pool, rules, sendTable } = deps;
  const publicBaseUrl = config.PUBLIC_BASE_URL;
  const worker = createRunBatches({
    ...deps,
    banks: [...rules.banks.keys()],
    itemsPerBank: config.BATCH_ITEMS_PER_BANK,
    requestDeadlineMs: config.REQUEST_DEADLINE_MS,
  });
  return {
    routes: [
      ...batchRoutesOf({ pool, rules, publicBaseUrl, sendTable, onChanged: worker.wake }),
      batchStreamRoute({ ...deps.streaming, pool, publicBaseUrl }),
    ],
    workers: [worker],
  };
}
