import type { EndpointRow } from "./endpoint-repository.ts";
import type { EndpointView } from "./endpoint-view.ts";

/** Whether two addresses have the same scheme, host and port, so that the same receiver gets the stored headers. */
const isSameOrigin = (one: string, other: string): boolean => new URL(one).origin === new URL(other).origin;

/** Names of the stored headers that do not follow the endpoint to this address. Null removes the endpoint. */
export function droppedHeaders(
  view: Pick<EndpointView, "headersOf">,
  endpoint: EndpointRow | undefined,
  url: string | null,
): string[] {
  if (endpoint === undefined || url === null || isSameOrigin(endpoint.url, url)) return [];
  return Object.keys(view.headersOf(endpoint)).toSorted();
}
