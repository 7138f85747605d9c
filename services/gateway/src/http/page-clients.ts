import type { Client } from "@receipts/web-pages";

const client = (path: string) => new URL(`../../client/${path}`, import.meta.url);
const built = (folder: string) => new URL(`../../dist/client/${folder}/`, import.meta.url);

/** The cashier's page. */
export const tillClient: Client = { entries: { main: client("till/main.ts") }, built: built("till") };

/** Its address is beside the page, where a source map would be one more route. */
export const tillWorker: Client = {
  entries: { worker: client("till-worker/worker.ts") },
  built: built("till-worker"),
  hasSourceMaps: false,
};

/** The page of a payment. */
export const checkoutClient: Client = {
  entries: { checkout: client("checkout/checkout.ts") },
  built: built("checkout"),
};

export const pageClients: readonly Client[] = [tillClient, tillWorker, checkoutClient];
