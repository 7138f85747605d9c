import { both } from "@receipts/web-pages/texts";
import type { LazyPlace } from "../../app/lazy-page.ts";

export const codeSamplesPlace: LazyPlace = {
  name: "code-samples",
  path: "/code-samples",
  nav: { group: "developers", icon: "code" },
  title: both("Code samples", "የኮድ ምሳሌዎች"),
};
