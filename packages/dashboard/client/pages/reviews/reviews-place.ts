import { both } from "@receipts/web-pages/texts";
import type { LazyPlace } from "../../app/lazy-page.ts";

export const reviewsPlace: LazyPlace = {
  name: "reviews",
  path: "/reviews",
  roles: ["owner", "manager"],
  nav: { group: "work", icon: "warning", hasCount: true },
  title: both("To decide", "ውሳኔ የሚጠብቁ"),
};
