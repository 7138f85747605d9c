import { both } from "@receipts/web-pages/texts";
import type { LazyPlace } from "../app/lazy-page.ts";

export const RECONCILIATIONS_PATH = "/reconciliations";

export const reconciliationsPlace: LazyPlace = {
  name: "reconciliations",
  path: RECONCILIATIONS_PATH,
  roles: ["owner", "manager"],
  nav: { group: "work", icon: "compare" },
  title: both("Reconciliation", "ሒሳብ ማስታረቅ"),
};
export const reconciliationPlace: LazyPlace = {
  name: "reconciliation",
  path: `${RECONCILIATIONS_PATH}/:reconciliationId`,
  within: "reconciliations",
  roles: ["owner", "manager"],
  title: both("Statement", "የባንክ መግለጫ"),
};
