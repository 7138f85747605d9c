import { both } from "@receipts/web-pages/texts";
import type { LazyPlace } from "../../app/lazy-page.ts";

export const AUDIT_PATH = "/audit";

export const auditPlace: LazyPlace = {
  name: "audit",
  path: AUDIT_PATH,
  roles: ["owner", "manager"],
  nav: { group: "settings", icon: "shield" },
  title: both("Audit log", "የክንውን መዝገብ"),
};
