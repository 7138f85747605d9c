import { maybeMeant, typedAmount } from "@receipts/web-pages/client/typed-amount";
import { ApiFault } from "../api/api-fault.ts";
import type { SharedTexts } from "../language/shared-texts.ts";

/**
 * An amount as the API takes it: `1,250` becomes `1250.00`. Throws a fault of the field for a text without one meaning; a
 * decimal comma is asked about. An empty text is left for the API to refuse.
 */
export function enteredAmount(field: string, typed: string, shared: SharedTexts): string {
  const amount = typed.trim() === "" ? typed : typedAmount(typed);
  if (amount !== undefined) return amount;
  const meant = maybeMeant(typed);
  const message = meant === undefined ? shared.amountUnclear : shared.askAmount(meant);
  throw new ApiFault({ status: 422, code: "invalid_payload", message: "", details: [{ field, message }] });
}
