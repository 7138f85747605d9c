import { setTimeout as delay } from "node:timers/promises";
import express, { type ErrorRequestHandler, type Express } from "express";
import { createBankSwitchboard } from "./control/bank-switchboard.ts";
import { createControlRoutes } from "./control/control-routes.ts";
import { helpPage } from "./help-page.ts";
import { createPaymentRoutes } from "./payments/payment-routes.ts";
import { createPaymentStore } from "./payments/payment-store.ts";
import { createAnswerReceipt } from "./receipts/answer-receipt.ts";
import { createReceiptRoutes } from "./receipts/receipt-routes.ts";
import { sandboxBanks } from "./sandbox-banks.ts";

export interface SandboxOptions {
  /** Before every answer of a bank, in ms; 0 when absent. */
  readonly latencyMs?: number | undefined;
  /** JSON lines; payments made to order survive a restart when it is given. */
  readonly paymentsFile?: string | undefined;
  /** How many payments made to order are kept; the newest 10,000 when absent. */
  readonly paymentsLimit?: number | undefined;
  readonly now?: (() => Date) | undefined;
  readonly wait?: ((ms: number) => Promise<void>) | undefined;
}

const slowAnswerMs = 5_000;

/** All banks at one origin. */
export function createSandboxApp(options: SandboxOptions = {}): Express {
  const wait = options.wait ?? ((ms: number) => delay(ms, undefined, { ref: false }));
  const codes = sandboxBanks.map(({ code }) => code);
  const switchboard = createBankSwitchboard(codes, options.latencyMs ?? 0);
  const payments = createPaymentStore({ limit: options.paymentsLimit ?? 10_000, file: options.paymentsFile });
  const answerReceipt = createAnswerReceipt({ payments, wait, slowAnswerMs });

  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.get("/", (request, response, next) => {
    if (request.query["id"] !== undefined) return next();
    response.type("text/plain").send(helpPage(sandboxBanks));
  });
  app.use(createReceiptRoutes({ banks: sandboxBanks, answerReceipt, wait, switchboard }));
  app.use(createPaymentRoutes({ banks: sandboxBanks, payments, now: options.now ?? (() => new Date()) }));
  app.use(createControlRoutes({ banks: codes, switchboard }));
  app.use((_request, response) => {
    response.status(404).type("text/plain").send("No such page. GET / lists what there is.\n");
  });
  app.use(answerError);
  return app;
}

/** The JSON body reader's faults carry their own status; anything else is the sandbox's. */
const answerError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error);
  const status = typeof error?.status === "number" ? error.status : 500;
  const message = status === 500 ? "the sandbox failed" : String(error.message);
  response.status(status).json({ error: { code: status === 400 ? "malformed_request" : "failed", message } });
};
