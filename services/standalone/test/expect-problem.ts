import { type ApiErrorCode, apiErrors } from "@receipts/contracts";
import type { Response } from "supertest";
import { type System, system, type TestAccount } from "./system.ts";

/** Codes that `expectProblem` met in this test file. */
export const seenCodes = new Set<string>();

/** Codes of a service that is full or ill: `limits-and-outages.test.ts` meets them, `guards.test.ts` all others. */
export const codesOfLimits: readonly ApiErrorCode[] = [
  "rate_limited",
  "queue_saturated",
  "queue_unavailable",
  "service_unavailable",
  "internal_error",
];

/** Internals that an error must not reveal. */
const internals =
  /node_modules|\.ts:\d|\bat \S+ \(|postgres|econnrefused|select |insert |update |relation|rvk_[0-9a-z]{20}/i;

interface Expected {
  readonly fields?: readonly string[];
  readonly requestId?: string;
  /** Further fields of `error`. */
  readonly more?: object;
}

/** Checks the whole answer: body, headers, and that no internals are in it. */
export function expectProblem(response: Response, code: ApiErrorCode, expected: Expected = {}): void {
  expect([response.status, response.body.error?.code]).toEqual([apiErrors[code].status, code]);
  const { fields, requestId, more } = expected;
  expect(response.body).toEqual({
    success: false,
    message: expect.stringMatching(/\S/),
    data: null,
    error: {
      code,
      docUrl: `https://api.example.test/docs/errors#${code}`,
      ...(fields === undefined
        ? {}
        : { details: fields.map((field) => ({ field, message: expect.stringMatching(/\S/) })) }),
      ...more,
    },
    meta: { requestId: response.headers["x-request-id"] },
    ...(requestId === undefined
      ? {}
      : { requestId, links: { statusUrl: `https://api.example.test/api/verify/${requestId}` } }),
  });
  if (response.status === 401)
    expect(response.headers["www-authenticate"]).toMatch(/^(?:ApiKey|Cookie) realm="/);
  expect(response.headers["x-request-id"]).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(response.headers["content-type"]).toMatch(/^application\/json/);
  if (response.status === 429 || response.status === 503)
    expect(response.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  expect(response.headers).not.toHaveProperty("x-powered-by");
  expect(JSON.stringify([response.body, response.headers])).not.toMatch(internals);
  seenCodes.add(code);
}

export async function expectNoTrace(account: TestAccount, on: System = system): Promise<void> {
  const rows = await on.sql(
    `select (select count(*)::int from verification_requests where user_id = $1) as requests,
            (select count(*)::int from idempotency_keys where user_id = $1) as keys,
            (select count(*)::int from credit_transactions where user_id = $1 and type <> 'grant') as debits`,
    account.userId,
  );
  expect(rows).toEqual([{ requests: 0, keys: 0, debits: 0 }]);
}
