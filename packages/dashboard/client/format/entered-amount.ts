import { ApiFault } from "../api/api-fault.ts";
import type { SharedTexts } from "../language/shared-texts.ts";
import { maybeMeant, typedAmount } from "@receipts/web-pages/client/typed-amount";

/**
 * An amount as the API takes it: `1,250` becomes `1250.00`. Throws a fault of the field for a decimal comma, which is
 * asked about. The rest is left for the API to refuse.
 */
export function enteredAmount(field: string, typed: string, shared: SharedTexts): string {
  const meant = maybeMeant(typed);
  if (meant === undefined) return typedAmount(typed) ?? typed;
  const details = [{ field, message: shared.askAmount(meant) }];
  throw new ApiFault({ status: 422, code: "invalid_payload", message: "", details });
}
