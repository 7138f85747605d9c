import { both } from "@receipts/web-pages/texts";
import type { LazyPlace } from "../app/lazy-page.ts";

export const apiKeysPlace: LazyPlace = {
  name: "api-keys",
  path: "/api-keys",
  nav: { group: "developers", icon: "key" },
  title: both("API keys", "የኤፒአይ ቁልፎች"),
};
export const checkoutKeysPlace: LazyPlace = {
  name: "checkout-keys",
  path: "/checkout-keys",
  nav: { group: "developers", icon: "card" },
  title: both("Checkout keys", "የክፍያ ገጽ ቁልፎች"),
};
