import { rememberSecret } from "@receipts/testing/suite-log";
import type { Response } from "supertest";

const secretHeaders = ["x-api-key", "authorization", "cookie"] as const;

/** Fields that hold a secret, in requests and responses. */
const secretField =
  /^(?:key|secret|token|password|newPassword|currentPassword|invitation|accountNumber|settlementAccount|phone|phoneNumber)$/;

/** Records every secret of a call: no log line of this run may contain one. */
export function rememberSecretsOf(response: Response): void {
  const sent: { readonly headers: unknown; readonly data?: unknown } = response.request.toJSON();
  for (const name of secretHeaders) {
    const value = Object.entries(sent.headers as Readonly<Record<string, string>>).find(
      ([other]) => other.toLowerCase() === name,
    )?.[1];
    if (value !== undefined) rememberHeader(value);
  }
  for (const cookie of [response.headers["set-cookie"] ?? []].flat())
    rememberHeader(cookie.split(";")[0] ?? "");
  rememberFields(sent.data);
  rememberFields(response.body);
}

/** An id is no credential, and log lines name it for good reasons. */
const anId = /^[a-z]{3}_[0-9a-z]{26}$/;

/** `Bearer …`, `svc_session=…; other=…`, or the value alone. */
function rememberHeader(value: string): void {
  for (const part of value.split(/[;\s]+/)) {
    const credential = part.replace(/^[\w-]+=/, "");
    if (!anId.test(credential)) rememberSecret(credential);
  }
}

function rememberFields(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    if (typeof item === "string" && secretField.test(name)) rememberSecret(item);
    rememberFields(item);
  }
}
