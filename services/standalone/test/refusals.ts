import { type ApiErrorCode, apiErrors } from "@receipts/contracts";
import type { Response } from "supertest";

/** For `expect` of a call: refused with this code and its status; with a field, as the first that is at fault. */
export const refusedAs =
  (code: ApiErrorCode, field?: string) =>
  ({ status, body }: Response): void => {
    expect([status, body.error?.code]).toEqual([apiErrors[code].status, code]);
    if (field !== undefined) expect(body.error.details?.[0]?.field).toBe(field);
  };
