import { json, Router } from "express";
import { z } from "zod";
import type { OrderResult, SandboxBank } from "../sandbox-bank.ts";
import { type FieldFault, type PaymentOrder, paymentOrderSchema } from "./payment-order.ts";
import type { PaymentStore } from "./payment-store.ts";
import { faultsOf, refusePayload } from "./refused-payload.ts";

export interface PaymentRoutesDeps {
  readonly banks: readonly SandboxBank[];
  readonly payments: PaymentStore;
  readonly now: () => Date;
}

const reversalSchema = z.object({ bank: z.string(), referenceNumber: z.string() });

/** `POST /payments` creates an ordered receipt, `POST /payments/reverse` reverses its payment. */
export function createPaymentRoutes({ banks, payments, now }: PaymentRoutesDeps): Router {
  const router = Router();
  router.post("/payments", json(), async (request, response) => {
    const parsed = paymentOrderSchema.safeParse(request.body);
    if (!parsed.success) return refusePayload(response, "invalid_payload", faultsOf(parsed.error));
    const bank = banks.find(({ code }) => code === parsed.data.bank);
    if (bank === undefined) {
      const message = `must be one of ${banks.map(({ code }) => code).join(", ")}`;
      return refusePayload(response, "unsupported_bank", [{ field: "bank", message }]);
    }
    const unknownType = typeFault(bank, parsed.data.type);
    if (unknownType !== undefined) return refusePayload(response, "invalid_payload", [unknownType]);
    const result = placeUniqueOrder(bank, payments, { ...parsed.data, paidAt: parsed.data.paidAt ?? now() });
    if (result.kind === "refused") return refusePayload(response, "invalid_payload", result.faults);
    const { payment } = result;
    await payments.add(bank.code, payment);
    response.status(201).json({ referenceNumber: payment.reference, ...bank.handOut(payment) });
  });
  router.post("/payments/reverse", json(), async (request, response) => {
    const parsed = reversalSchema.safeParse(request.body);
    if (!parsed.success) return refusePayload(response, "invalid_payload", faultsOf(parsed.error));
    const bank = banks.find(({ code }) => code === parsed.data.bank);
    const payment = bank && payments.find(bank.code, parsed.data.referenceNumber);
    if (bank === undefined || payment === undefined) {
      const message = "must be of a payment created with POST /payments at this bank";
      return refusePayload(response, "invalid_payload", [{ field: "referenceNumber", message }]);
    }
    await payments.add(bank.code, { ...payment, status: "reversed" });
    response.json({ referenceNumber: payment.reference, status: "reversed" });
  });
  return router;
}

function typeFault({ paymentTypes = [] }: SandboxBank, type: string | undefined): FieldFault | undefined {
  if (type === undefined || paymentTypes.includes(type)) return undefined;
  const message =
    paymentTypes.length === 0
      ? "is only for banks with several kinds of receipt"
      : `must be one of ${paymentTypes.join(", ")}`;
  return { field: "type", message };
}

/** References have few free characters, so two orders may draw the same one. */
function placeUniqueOrder(bank: SandboxBank, payments: PaymentStore, order: PaymentOrder): OrderResult {
  for (;;) {
    const result = bank.placeOrder(order);
    if (result.kind === "refused") return result;
    if (payments.find(bank.code, result.payment.reference) === undefined) return result;
  }
}
