import type { WebhookEndpoint } from "@receipts/contracts";
import { endpointHeadersContext, type SecretBox } from "@receipts/webhooks";
import type { EndpointRow } from "./endpoint-repository.ts";

type Headers = Readonly<Record<string, string>>;

/** Seals the headers of endpoints, and shows endpoints without their values. */
export interface EndpointView {
  /** Null without headers. */
  readonly sealHeaders: (id: string, headers?: Headers) => Buffer | null;
  readonly headersOf: (endpoint: EndpointRow) => Headers;
  readonly shown: (endpoint: EndpointRow) => ShownEndpoint;
  readonly audited: (endpoint: EndpointRow, fields?: readonly AuditedField[]) => object;
}

/** As in the contract, with times that are not written yet. */
export type ShownEndpoint = {
  readonly [Field in keyof WebhookEndpoint]: WebhookEndpoint[Field] | (Field extends Time ? Date : never);
};
type Time = "failingSince" | "replayingFrom" | `${string}At`;

const auditedFields = [
  "default",
  "url",
  "description",
  "types",
  "headers",
  "maxPerSecond",
  "enabled",
] as const;
export type AuditedField = (typeof auditedFields)[number];

export function createEndpointView(secretBox: SecretBox): EndpointView {
  const headersOf = ({ id, headers }: EndpointRow): Headers =>
    headers === null ? {} : JSON.parse(secretBox.open(headers, endpointHeadersContext(id)));
  const shown = (endpoint: EndpointRow): ShownEndpoint => {
    const { id, isDefault, enabled, failingSince } = endpoint;
    return {
      id,
      default: isDefault,
      url: endpoint.url,
      description: endpoint.description,
      types: [...endpoint.types],
      enabled,
      state: enabled ? (failingSince === null ? "healthy" : "failing") : "disabled",
      failingSince,
      disabledReason: endpoint.disabledReason,
      disabledAt: endpoint.disabledAt,
      headerNames: Object.keys(headersOf(endpoint)).toSorted(),
      maxPerSecond: endpoint.maxPerSecond,
      signed: endpoint.signed,
      secretRotationEndsAt: endpoint.secretRotationEndsAt,
      replayingFrom: endpoint.replayingFrom,
      createdAt: endpoint.createdAt,
      updatedAt: endpoint.updatedAt,
    };
  };
  return {
    sealHeaders: (id, headers = {}) =>
      Object.keys(headers).length === 0
        ? null
        : secretBox.seal(JSON.stringify(headers), endpointHeadersContext(id)),
    headersOf,
    shown,
    audited: (endpoint, fields = auditedFields) => {
      // Integrators put tokens into paths and queries.
      const { headerNames: headers, ...rest } = shown(endpoint);
      const values = { ...rest, headers, url: new URL(endpoint.url).origin };
      return Object.fromEntries(fields.map((field) => [field, values[field]]));
    },
  };
}
