import { z } from "zod";
import { rolesFor } from "../roles.ts";
import { branchIdField, branchIdInput } from "./branch-routes.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { ids } from "./examples/example-values.ts";
import { plainText } from "./plain-text.ts";
import { flagField, textField, timeField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

/** Cashiers of an account. */
export const MAX_CASHIERS = 500;
/** Wrong PINs before a cashier is locked. */
export const MAX_PIN_TRIES = 5;

const PIN = /^\d{6}$/;

/** One digit repeated, or digits that count up or down by one: the first guesses of anyone. */
export function isWeakPin(pin: string): boolean {
  const steps = new Set(
    [...pin].slice(1).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10),
  );
  const halves = [2, 3].some((size) => pin === pin.slice(0, size).repeat(6 / size));
  return halves || (steps.size === 1 && [0, 1, 9].some((step) => steps.has(step)));
}

const newPin = z
  .string()
  .regex(PIN, "must be exactly 6 digits")
  .refine(
    (pin) => !PIN.test(pin) || !isWeakPin(pin),
    "is easy to guess: use six digits that are no sequence and do not repeat",
  )
  .meta({
    description: "Six digits that the cashier enters at the till. Refused if they are easy to guess.",
    examples: ["407192"],
  });

const cashierName = { description: "Name of the cashier, as shown on the till.", examples: ["Hanna"] };

const cashierSchema = z
  .object({
    id: textField("Id of the cashier.", ids.member),
    name: z.string().meta(cashierName),
    branchId: branchIdField,
    locked: flagField(`True after ${MAX_PIN_TRIES} wrong PINs. A new PIN unlocks the cashier.`),
    createdAt: timeField("When the cashier was added."),
  })
  .meta({ id: "Cashier", description: "A person who verifies receipts at a till, with a PIN." });
export type Cashier = z.infer<typeof cashierSchema>;

const createCashierBodySchema = z
  .object({ name: plainText(100).meta(cashierName), branchId: branchIdInput.default(null), pin: newPin })
  .meta({ id: "CreateCashierBody", description: "The new cashier with the first PIN." });

const changeCashierBodySchema = z
  .object({
    name: plainText(100).optional().meta(cashierName),
    branchId: branchIdInput.optional(),
    pin: newPin.optional(),
  })
  .meta({
    id: "ChangeCashierBody",
    description: "A field that is absent stays as it is. A new `pin` also unlocks the cashier.",
  });

export const cashierRoutes = {
  listCashiers: {
    method: "get",
    path: "/api/cashiers",
    summary: "List all cashiers, oldest first",
    access: "session",
    roles: rolesFor.management,
    responses: { 200: { description: "All cashiers of the account.", schema: listOf(cashierSchema) } },
  },
  createCashier: {
    method: "post",
    path: "/api/cashiers",
    summary: `Add a cashier. An account can have ${MAX_CASHIERS} cashiers`,
    access: "session",
    roles: rolesFor.management,
    needsFreshSignIn: true,
    body: createCashierBodySchema,
    isRepeatable: true,
    responses: { 201: { description: "The new cashier.", schema: envelopeOf(cashierSchema) } },
    errors: ["invalid_state"],
  },
  changeCashier: {
    method: "patch",
    path: "/api/cashiers/{id}",
    summary: "Change the name, branch or PIN of a cashier. A new PIN ends the cashier's sessions",
    access: "session",
    roles: rolesFor.management,
    needsFreshSignIn: true,
    body: changeCashierBodySchema,
    responses: { 200: { description: "The cashier after the change.", schema: envelopeOf(cashierSchema) } },
  },
  removeCashier: {
    method: "delete",
    path: "/api/cashiers/{id}",
    summary: "Remove a cashier. The cashier's sessions end at once",
    access: "session",
    roles: rolesFor.management,
    responses: { 204: { description: "The cashier can no longer sign in." } },
  },
} as const satisfies Record<string, RouteContract>;
