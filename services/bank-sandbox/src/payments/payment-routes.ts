import { json, type Request, type Response, Router } from "express";
import { z } from "zod";
import type { OrderResult, SandboxBank } from "../sandbox-bank.ts";
import type { Payment } from "./payment.ts";
import { type FieldFault, type PaymentOrder, paymentOrderSchema } from "./payment-order.ts";
import type { PaymentStore } from "./payment-store.ts";
import { faultsOf, refusePayload } from "./refused-payload.ts";

export interface PaymentRoutesDeps {
  readonly banks: readonly SandboxBank[];
  readonly payments: PaymentStore;
  readonly now: () => Date;
}

const changeSchema = z.object({ bank: z.string(), referenceNumber: z.string() });

/**
 * `POST /payments` creates an ordered receipt, `POST /payments/reverse` reverses its payment, and `POST /payments/book`
 * books one before its time.
 */
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
    const fault = typeFault(bank, parsed.data.type) ?? senderFault(bank, parsed.data.senderAccount);
    if (fault !== undefined) return refusePayload(response, "invalid_payload", [fault]);
    const { paidAt = now(), bookedAfterSeconds, ...ordered } = parsed.data;
    const bookedAt =
      bookedAfterSeconds === undefined ? undefined : new Date(now().getTime() + 1_000 * bookedAfterSeconds);
    const result = placeUniqueOrder(bank, payments, { ...ordered, paidAt, bookedAt });
    if (result.kind === "refused") return refusePayload(response, "invalid_payload", result.faults);
    const { payment } = result;
    await payments.add(bank.code, payment);
    response.status(201).json({ referenceNumber: payment.reference, ...bank.handOut(payment) });
  });
  router.post("/payments/reverse", json(), async (request, response) => {
    const changed = await change(request, response, (payment) => ({ ...payment, status: "reversed" }));
    if (changed !== undefined) response.json({ referenceNumber: changed.reference, status: changed.status });
  });
  router.post("/payments/book", json(), async (request, response) => {
    const changed = await change(request, response, ({ bookedAt: _, ...payment }) => payment);
    if (changed !== undefined) response.json({ referenceNumber: changed.reference, status: changed.status });
  });
  return router;

  /** Changes an ordered payment. Responds and returns undefined if there is none. */
  async function change(
    request: Request,
    response: Response,
    changed: (payment: Payment) => Payment,
  ): Promise<Payment | undefined> {
    const parsed = changeSchema.safeParse(request.body);
    if (!parsed.success) {
      refusePayload(response, "invalid_payload", faultsOf(parsed.error));
      return undefined;
    }
    const bank = banks.find(({ code }) => code === parsed.data.bank);
    const payment = bank && payments.find(bank.code, parsed.data.referenceNumber);
    if (bank === undefined || payment === undefined) {
      const message = "must be of a payment created with POST /payments at this bank";
      refusePayload(response, "invalid_payload", [{ field: "referenceNumber", message }]);
      return undefined;
    }
    const next = changed(payment);
    await payments.add(bank.code, next);
    return next;
  }
}

function typeFault({ paymentTypes = [] }: SandboxBank, type: string | undefined): FieldFault | undefined {
  if (type === undefined || paymentTypes.includes(type)) return undefined;
  const message =
    paymentTypes.length === 0
      ? "is only for banks with several kinds of receipt"
      : `must be one of ${paymentTypes.join(", ")}`;
  return { field: "type", message };
}

function senderFault({ code }: SandboxBank, senderAccount: string | undefined): FieldFault | undefined {
  if (senderAccount === undefined || code === "cbe") return undefined;
  return { field: "senderAccount", message: "is only for cbe" };
}

/** References have few free characters, so two orders may draw the same one. */
function placeUniqueOrder(bank: SandboxBank, payments: PaymentStore, order: PaymentOrder): OrderResult {
  for (;;) {
    const result = bank.placeOrder(order);
    if (result.kind === "refused") return result;
    if (payments.find(bank.code, result.payment.reference) === undefined) return result;
  }
}
