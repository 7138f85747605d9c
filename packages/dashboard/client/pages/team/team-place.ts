import type { LazyPlace } from "../../app/lazy-page.ts";
import { both } from "@receipts/web-pages/texts";

export const teamPlace: LazyPlace = {
  name: "team",
  path: "/team",
  roles: ["owner", "manager"],
  nav: { group: "settings", icon: "people" },
  title: both("Team", "ቡድን"),
};
