import type { BankCode } from "@receipts/contracts";
import { json, Router } from "express";
import { z } from "zod";
import { faultsOf, refusePayload } from "../payments/refused-payload.ts";
import type { BankSwitchboard } from "./bank-switchboard.ts";

export interface ControlRoutesDeps {
  readonly banks: readonly BankCode[];
  readonly switchboard: BankSwitchboard;
}

const controlSchema = z.object({
  bank: z.string().optional(),
  down: z.boolean().optional(),
  latencyMs: z.int().min(0).max(60_000).optional(),
});

/** The requests to each bank so far, and switches to take a bank down or slow it while the sandbox runs. */
export function createControlRoutes({ banks, switchboard }: ControlRoutesDeps): Router {
  const router = Router();
  router.get("/stats", (_request, response) => {
    response.json({ requests: switchboard.requests() });
  });
  router.post("/control", json(), (request, response) => {
    const parsed = controlSchema.safeParse(request.body);
    if (!parsed.success) return refusePayload(response, "invalid_payload", faultsOf(parsed.error));
    const { bank, down, latencyMs } = parsed.data;
    const chosen = bank === undefined ? banks : banks.filter((code) => code === bank);
    if (chosen.length === 0) {
      const message = `must be one of ${banks.join(", ")}`;
      return refusePayload(response, "unsupported_bank", [{ field: "bank", message }]);
    }
    const change = { ...(down !== undefined && { down }), ...(latencyMs !== undefined && { latencyMs }) };
    for (const code of chosen) switchboard.change(code, change);
    response.json({ banks: switchboard.states() });
  });
  return router;
}
