import { both } from "@receipts/web-pages/texts";
import type { LazyPlace } from "../../app/lazy-page.ts";

export const teamPlace: LazyPlace = {
  name: "team",
  path: "/team",
  roles: ["owner", "manager"],
  nav: { group: "settings", icon: "people" },
  title: both("Team", "ቡድን"),
};
