import { both } from "@receipts/web-pages/texts";
import type { LazyPlace } from "../../app/lazy-page.ts";

export const takingsPlace: LazyPlace = {
  name: "takings",
  path: "/takings",
  roles: ["owner", "manager"],
  nav: { group: "work", icon: "coins" },
  title: both("Day and close", "የዕለት ገቢ"),
};
