import { type ApiErrorCode, apiErrors } from "@receipts/contracts";
import type { Response } from "supertest";

/** For `expect` of a call: an error with this code and its status; `field` must be the first one in the details. */
export const refusedAs =
  (code: ApiErrorCode, field?: string) =>
  ({ status, body }: Response): void => {
    expect([status, body.error?.code]).toEqual([apiErrors[code].status, code]);
    if (field !== undefined) expect(body.error.details?.[0]?.field).toBe(field);
  };
