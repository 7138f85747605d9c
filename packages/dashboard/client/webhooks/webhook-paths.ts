export const WEBHOOKS_PATH = "/webhooks";
export const DELIVERIES_PATH = "/webhooks/deliveries";

export const endpointPath = (id: string) => `/webhooks/endpoints/${encodeURIComponent(id)}`;
export const deliveryPath = (id: string) => `${DELIVERIES_PATH}/${encodeURIComponent(id)}`;
