import { both } from "@receipts/web-pages/texts";
import type { LazyPlace } from "../app/lazy-page.ts";

export const BATCHES_PATH = "/batches";

export const batchesPlace: LazyPlace = {
  name: "batches",
  path: BATCHES_PATH,
  nav: { group: "work", icon: "copy" },
  title: both("Lists of receipts", "የደረሰኝ ዝርዝሮች"),
};
export const newBatchPlace: LazyPlace = {
  name: "new-batch",
  path: `${BATCHES_PATH}/new`,
  within: "batches",
  title: both("Verify a list", "ዝርዝር ማረጋገጥ"),
};
export const batchPlace: LazyPlace = {
  name: "batch",
  path: `${BATCHES_PATH}/:batchId`,
  within: "batches",
  title: both("List", "ዝርዝር"),
};
