import { z } from "zod";
import { rolesFor } from "../roles.ts";
import { branchIdField, branchIdInput } from "./branch-routes.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { ids, times } from "./examples/example-values.ts";
import { plainText } from "./plain-text.ts";
import { noStore, nullableTimeField, shownOnceField, textField, timeField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

/** Tills of an account that are not revoked. */
export const MAX_TILLS = 500;

const tillName = { description: "Name of the device or its counter.", examples: ["Counter 2"] };

const tillSchema = z
  .object({
    id: textField("Id of the till.", ids.till),
    name: z.string().meta(tillName),
    branchId: branchIdField,
    createdAt: timeField("When the till was created."),
    codeExpiresAt: nullableTimeField(
      "End of the code that enrolls the device. Null once a device is enrolled, and after revocation.",
    ),
    enrolledAt: nullableTimeField("When a device was enrolled. Null if none was.", times.asked),
    lastSeenAt: nullableTimeField("When the device last opened its page. Null if never.", times.later),
    revokedAt: nullableTimeField("When the till was revoked. Null while it works."),
  })
  .meta({ id: "Till", description: "A device at a counter, on which cashiers sign in." });
export type Till = z.infer<typeof tillSchema>;

const createdTillSchema = z
  .object({
    till: tillSchema,
    code: shownOnceField(
      "Enter it on the device, on the page `/till`. It works once, for 15 minutes.",
      "7KQ2-M9XD",
    ),
    url: shownOnceField(
      "Address of that page with the code, to be opened on the device.",
      "https://receipts.example.et/till#7KQ2-M9XD",
    ),
    qrCode: shownOnceField(
      "The same address as a QR code: an SVG image.",
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"></svg>',
    ),
  })
  .meta({ id: "CreatedTill", description: "A new till and the code that enrolls its device." });

const createTillBodySchema = z
  .object({ name: plainText(100).meta(tillName), branchId: branchIdInput.default(null) })
  .meta({ id: "CreateTillBody", description: "Name and place of the new till." });

const changeTillBodySchema = z
  .object({ name: plainText(100).optional().meta(tillName) })
  .meta({ id: "ChangeTillBody", description: "A field that is absent stays as it is." });

export const tillRoutes = {
  listTills: {
    method: "get",
    path: "/api/tills",
    summary: "List all tills, oldest first, with revoked ones",
    access: "session",
    roles: rolesFor.management,
    responses: { 200: { description: "All tills of the account.", schema: listOf(tillSchema) } },
  },
  createTill: {
    method: "post",
    path: "/api/tills",
    summary: `Create a till and the code that enrolls its device; at most ${MAX_TILLS} tills an account`,
    access: "session",
    roles: rolesFor.management,
    needsFreshSignIn: true,
    body: createTillBodySchema,
    isRepeatable: true,
    responses: {
      201: {
        description: "The new till. The code is shown only here.",
        schema: envelopeOf(createdTillSchema),
        headers: noStore,
      },
    },
    errors: ["invalid_state"],
  },
  changeTill: {
    method: "patch",
    path: "/api/tills/{id}",
    summary: "Rename a till",
    access: "session",
    roles: rolesFor.management,
    body: changeTillBodySchema,
    responses: { 200: { description: "The till after the change.", schema: envelopeOf(tillSchema) } },
  },
  revokeTill: {
    method: "delete",
    path: "/api/tills/{id}",
    summary: "Revoke a till. Its device and the sessions on it end at once",
    access: "session",
    roles: rolesFor.management,
    responses: { 204: { description: "The device no longer works." } },
  },
} as const satisfies Record<string, RouteContract>;
