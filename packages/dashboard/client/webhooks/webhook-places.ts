import { both } from "@receipts/web-pages/texts";
import type { LazyPlace } from "../app/lazy-page.ts";
import { DELIVERIES_PATH } from "./webhook-paths.ts";

export const webhookDeliveryPlace: LazyPlace = {
  name: "webhook-delivery",
  path: `${DELIVERIES_PATH}/:deliveryId`,
  within: "webhooks",
  title: both("Webhook delivery", "ዌብሁክ"),
};
export const webhookEndpointPlace: LazyPlace = {
  name: "webhook-endpoint",
  path: "/webhooks/endpoints/:endpointId",
  within: "webhooks",
  title: both("Webhook endpoint", "የዌብሁክ አድራሻ"),
};
