import { createHash } from "node:crypto";
import {
  receiptFileRoutes as contracts,
  counterRoutes,
  fileFormSchema,
  readExpectation,
  storedExpectation,
} from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import type { Request } from "express";
import { invalidPayload } from "../http/api-problem.ts";
import { requireCallerStillActive } from "../http/as-caller.ts";
import type { BodyPlaces } from "../http/body-places.ts";
import { credentialId } from "../http/caller.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { collectFaults, idempotencyKeyOf, parseQuery, parseWith } from "../http/validation.ts";
import { type SubmitRouteDeps, submitAndSend } from "../verification/submit-routes.ts";
import { chooseCandidates, type FileForm } from "./choose-candidates.ts";
import { createFileBody, fileOf, forgetFile } from "./file-body.ts";
import { type ReadFile, shownReading } from "./read-file.ts";

export interface ReceiptFileRouteDeps extends SubmitRouteDeps {
  readonly places: BodyPlaces;
  readonly readFile: ReadFile;
  readonly pool: Pool;
  /** Keeps the file of a request, if it is to be kept. Never rejects. */
  readonly keep: (verificationId: string, bytes: Buffer) => Promise<void>;
}

export function receiptFileRoutes(deps: ReceiptFileRouteDeps): MountedRoute[] {
  const readBody = createFileBody(deps.places, (request) => {
    const caller = callerOf(request);
    return { id: credentialId(caller), account: caller.userId };
  });
  return [
    {
      contract: contracts.verifyFromFile,
      readBody,
      handler: async (request, response) => {
        const faults = collectFaults();
        const query = faults.attempt(() => parseQuery(contracts.verifyFromFile.query, request));
        const form = faults.attempt(() => readForm(request));
        const idempotencyKey = faults.attempt(() => idempotencyKeyOf(request));
        faults.attempt(() => fileOf(request));
        const problem = faults.problem();
        if (problem !== undefined || query === undefined || form === undefined) throw problem;
        const webhookHeader = request.get("x-webhook-url");
        const command = {
          fingerprint: fingerprintOf(request, form, webhookHeader),
          read: async () => {
            const reading = await deps.readFile(request);
            // Its turn may have come late.
            await requireCallerStillActive(deps.pool, request);
            return chooseCandidates(reading, form, webhookHeader, deps.rules);
          },
        };
        // The file is not in memory while the call waits for the verdict.
        const onAdmitted = async (verificationId: string) => {
          void deps.keep(verificationId, fileOf(request));
          forgetFile(request);
        };
        await submitAndSend(deps, request, response, { command, query, idempotencyKey, onAdmitted });
      },
    },
    // The cookie of a till is sent to the till's own paths only.
    ...[contracts.readReceiptFile, counterRoutes.readFileAtTill].map(
      (contract): MountedRoute => ({
        contract,
        readBody,
        hasOwnLimits: true,
        handler: async (request, response) =>
          sendResult(response, "Read", shownReading(await deps.readFile(request))),
      }),
    ),
  ];
}

/** Expectations come as JSON, as OpenAPI writes objects in forms. */
function readForm({ body }: Request): FileForm {
  const { expect, ...fields } = body ?? {};
  if (typeof expect !== "string" || expect.trim() === "")
    return parseWith(fileFormSchema, { ...fields, expect });
  try {
    return parseWith(fileFormSchema, { ...fields, expect: JSON.parse(expect) });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalidPayload([{ field: "expect", message: 'must be JSON, such as {"amount":"1250.00"}' }]);
  }
}

function fingerprintOf(
  request: Request,
  { expect, ...form }: FileForm,
  webhookHeader: string | undefined,
): Buffer {
  const parts = [
    ...Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1)),
    webhookHeader ?? null,
    storedExpectation(readExpectation(expect)),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).update(fileOf(request)).digest();
}
