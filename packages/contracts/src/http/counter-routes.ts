import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { rolesFor } from "../roles.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { ids, times } from "./examples/example-values.ts";
import { positiveMoney } from "./expectation.ts";
import { accountTimeZoneSchema, calendarSchema, clockSchema } from "./profile-routes.ts";
import { receiptFileRoutes } from "./receipt-file-routes.ts";
import { birrField, noStore, nullableTextField, textField, timeField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";
import { bankTakingsSchema, sumFields } from "./takings-routes.ts";
import {
  decisionFields,
  failureReasonSchema,
  processingStatusSchema,
  resolutionField,
  verificationStatusSchema,
} from "./verdict-schemas.ts";
import { verifyBodySchema, verifyQuerySchema } from "./verification-request-schemas.ts";
import { verificationResultSchema } from "./verification-result-schema.ts";
import { verificationRoutes } from "./verification-routes.ts";
import { recheckField } from "./verification-schemas.ts";

/** Requests that a cashier can look back at. */
export const SHIFT_PAYMENTS = 20;

const deviceCookie = "Needs the cookie of an enrolled device; 401 without it.";

const tillViewSchema = z
  .object({
    till: textField("Name of the till.", "Counter 2"),
    branch: nullableTextField("Name of its branch. Null if it has none.", "Bole"),
    shop: textField("Name of the business, or else of the account.", "Sara Coffee Trading"),
    timeZone: accountTimeZoneSchema,
    calendar: calendarSchema,
    clock: clockSchema,
    cashiers: z
      .array(
        z
          .object({
            id: textField("Id of the cashier.", ids.member),
            name: textField("Name of the cashier.", "Hanna"),
          })
          .meta({ id: "TillCashier", description: "A cashier who can sign in on this till." }),
      )
      .meta({ description: "Cashiers of the till's branch and of no branch, by name." }),
  })
  .meta({ id: "TillView", description: "What an enrolled device shows before a cashier signs in." });
export type TillView = z.infer<typeof tillViewSchema>;

const outageSchema = z
  .object({
    bank: bankCodeSchema,
    state: z.enum(["degraded", "down"]).meta({
      id: "OutageState",
      description:
        "`degraded`: at least a tenth of the recent attempts failed. `down`: most attempts failed for minutes.",
      examples: ["down"],
    }),
  })
  .meta({ id: "BankOutage", description: "A bank that fails at the moment." });
export type Outage = z.infer<typeof outageSchema>;

const shiftSchema = z
  .object({
    cashier: textField("Name of the cashier.", "Hanna"),
    expiresAt: timeField("End of the session, 12 hours after the sign-in.", times.later),
    outages: z.array(outageSchema).meta({
      description: "Banks that fail at the moment, so that their receipts take longer or get no verdict.",
    }),
  })
  .meta({ id: "Shift", description: "The session of a cashier at a till." });
export type Shift = z.infer<typeof shiftSchema>;

const shiftTakingsSchema = z
  .object({
    ...sumFields,
    banks: z.array(bankTakingsSchema).meta({ description: "Each bank with such receipts." }),
  })
  .meta({ id: "ShiftTakings", description: "What was accepted in the running shift." });
export type ShiftTakings = z.infer<typeof shiftTakingsSchema>;

const { amount, senderName, referenceNumber, timestamp, timestampPrecision } = verificationResultSchema.shape;

/** Neither the payer nor the amount, the order or an id: a cashier sees only the own shift. */
const firstUseSchema = z
  .object({
    at: timeField("When it was used first.", times.ended),
    place: nullableTextField("Name of the branch, or else of the till. Null if neither is known.", "Bole"),
    by: nullableTextField("Name of the person who verified it. Null if a server or a payer did.", "Hanna"),
  })
  .meta({ id: "FirstUse", description: "When, where and by whom a receipt was used before." });

const shiftPaymentSchema = z
  .object({
    id: textField("Id of the verification request.", ids.request),
    bank: bankCodeSchema,
    asked: birrField("Amount that the cashier asked for.", "1250.00"),
    processingStatus: processingStatusSchema,
    status: verificationStatusSchema,
    ...decisionFields,
    ...resolutionField,
    failureReason: failureReasonSchema
      .nullable()
      .meta({ description: "Why there is no verdict. Null if there is one, and while unfinished." }),
    amount,
    senderName,
    referenceNumber,
    timestamp,
    timestampPrecision,
    createdAt: timeField("When the request was accepted."),
    ...recheckField,
    firstUse: firstUseSchema.nullable().exactOptional().meta({
      description:
        "Present if the receipt was used before and is `already_confirmed`, or held for a deposit. Null if that is erased.",
    }),
  })
  .meta({ id: "ShiftPayment", description: "A receipt that the cashier verified in the running shift." });
export type ShiftPayment = z.infer<typeof shiftPaymentSchema>;

const enrollBodySchema = z
  .object({
    code: z
      .string()
      .max(40)
      .meta({
        description: "The till's code, in any case, with or without the hyphen.",
        examples: ["7KQ2-M9XD"],
      }),
  })
  .meta({ id: "EnrollTillBody", description: "The code that a manager created for this device." });

const signInBodySchema = z
  .object({
    cashierId: z
      .string()
      .max(64)
      .meta({ description: "One of the till's cashiers, by id.", examples: [ids.member] }),
    pin: z
      .string()
      .regex(/^\d{6}$/, "must be exactly 6 digits")
      .meta({ description: "The cashier's PIN.", examples: ["407192"] }),
  })
  .meta({ id: "TillSignInBody", description: "The cashier, and the cashier's own PIN." });

const { bank, reference, suffix, phone, recheckForMinutes } = verifyBodySchema.shape;

const counterVerifyBodySchema = z
  .object({
    bank,
    reference: reference.unwrap().meta({
      description: "Transaction number, the receipt's link or QR code, or the whole SMS.",
      examples: ["DC21QK2M41"],
    }),
    suffix,
    phone,
    amount: positiveMoney.meta({
      description: "Birr that the customer has to pay. More may have arrived, less is rejected.",
      examples: ["1250.00"],
    }),
    recheckForMinutes,
    replaces: z
      .string()
      .max(64)
      .optional()
      .meta({
        description:
          "A receipt of this shift that waits until the bank has booked it (`recheck`), by its id. It ends at once as `not_found`.",
        examples: [ids.request],
      }),
  })
  .meta({ id: "CounterVerifyBody", description: "A customer's receipt and the amount asked for." });

export const counterRoutes = {
  enrollTill: {
    method: "post",
    path: "/api/till/enroll",
    summary: "Enroll this device with a till's code. Sets the cookie of the device",
    access: "public",
    body: enrollBodySchema,
    responses: {
      200: {
        description: "The till that the device now is.",
        schema: envelopeOf(tillViewSchema),
        headers: { ...noStore, "Set-Cookie": "Cookie of the device, which scripts cannot read." },
      },
    },
    errors: ["rate_limited", "origin_rejected", "unauthenticated"],
  },
  getTill: {
    method: "get",
    path: "/api/till",
    summary: `Get the till of this device with its cashiers. ${deviceCookie}`,
    access: "public",
    needsDevice: true,
    responses: {
      200: {
        description: "The till with its cashiers.",
        schema: envelopeOf(tillViewSchema),
        headers: noStore,
      },
    },
    errors: ["rate_limited", "unauthenticated"],
  },
  signInAtTill: {
    method: "post",
    path: "/api/till/sign-in",
    summary: `Sign in as a cashier and begin a shift. Ends the shift before it. ${deviceCookie}`,
    access: "public",
    needsDevice: true,
    body: signInBodySchema,
    responses: {
      200: {
        description: "The shift. The session cookie is set.",
        schema: envelopeOf(shiftSchema),
        headers: { ...noStore, "Set-Cookie": "Cookie of the session, which scripts cannot read." },
      },
    },
    errors: ["rate_limited", "origin_rejected", "unauthenticated", "invalid_state"],
  },
  signOutAtTill: {
    method: "post",
    path: "/api/till/sign-out",
    summary: "End the shift. The device stays enrolled",
    access: "session",
    roles: rolesFor.counter,
    responses: { 204: { description: "The session has ended." } },
  },
  getShift: {
    method: "get",
    path: "/api/till/shift",
    summary: "Get the running shift",
    access: "session",
    roles: rolesFor.counter,
    responses: {
      200: {
        description: "The running shift of the session.",
        schema: envelopeOf(shiftSchema),
        headers: noStore,
      },
    },
  },
  verifyAtTill: {
    method: "post",
    path: "/api/till/verify",
    summary: "Verify a customer's receipt for the amount asked. The bank is always queried again",
    access: "session",
    roles: rolesFor.counter,
    query: verifyQuerySchema.pick({ waitMs: true }),
    headers: {
      "idempotency-key": {
        description:
          "Makes a retry safe for 24 hours, on this till by this cashier. 1 to 255 visible ASCII characters.",
        example: "5f0c2a34-0f6e-4a43-9a8e-2f1f4f3b7c55",
      },
    },
    body: counterVerifyBodySchema,
    responses: {
      200: { description: "Finished in time.", schema: envelopeOf(shiftPaymentSchema) },
      202: { description: "Accepted and not finished.", schema: envelopeOf(shiftPaymentSchema) },
    },
    errors: [
      "credits_exhausted",
      "idempotency_conflict",
      "unsupported_bank",
      "bank_not_detected",
      "no_receipt_in_message",
      "queue_saturated",
      "queue_unavailable",
    ],
  },
  readFileAtTill: {
    ...receiptFileRoutes.readReceiptFile,
    path: "/api/till/read-file",
    summary: "Read a customer's photo, screenshot or PDF without verifying it: free, and stores nothing",
    access: "session",
    roles: rolesFor.counter,
  },
  listShiftPayments: {
    method: "get",
    path: "/api/till/payments",
    summary: `List the last ${SHIFT_PAYMENTS} receipts of the running shift, newest first`,
    access: "session",
    roles: rolesFor.counter,
    responses: { 200: { description: "Receipts of this shift.", schema: listOf(shiftPaymentSchema) } },
  },
  getShiftTakings: {
    method: "get",
    path: "/api/till/shift/takings",
    summary: "Sum up what was accepted in the running shift, also by a person's decision, by bank",
    access: "session",
    roles: rolesFor.counter,
    responses: {
      200: { description: "The sums until now.", schema: envelopeOf(shiftTakingsSchema), headers: noStore },
    },
  },
  getShiftPayment: {
    method: "get",
    path: "/api/till/payments/{id}",
    summary: "Get a receipt of the running shift",
    access: "session",
    roles: rolesFor.counter,
    responses: { 200: { description: "The receipt as it is now.", schema: envelopeOf(shiftPaymentSchema) } },
  },
  streamShiftPayment: {
    method: "get",
    path: "/api/till/payments/{id}/events",
    summary: "Stream status changes of a receipt of the running shift, as server-sent events",
    access: "session",
    roles: rolesFor.counter,
    query: z.object({
      until: z
        .enum(["verdict", "decision"])
        .default("verdict")
        .meta({
          description:
            "When the stream ends: with the verdict, or for a receipt in review once a person has decided.",
          examples: ["decision"],
        }),
    }),
    headers: verificationRoutes.streamVerification.headers,
    responses: verificationRoutes.streamVerification.responses,
  },
} as const satisfies Record<string, RouteContract>;
