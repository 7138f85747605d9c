import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";
import { giveUpUnheard } from "./listener-repository.ts";

const EVERY_MS = 60_000;
const BATCH = 500;

/** Gives up the webhooks of listeners that have ended. Safe in any number of copies. */
export function createGiveUpWorker(deps: { readonly database: Queryable; readonly log: Log }): Worker {
  return periodicWorker({
    name: "give-up-unheard-webhooks",
    everyMs: EVERY_MS,
    log: deps.log,
    work: async () => (await giveUpUnheard(deps.database, BATCH)) === BATCH,
  });
}
