import { setTimeout as delay } from "node:timers/promises";
import express, { type ErrorRequestHandler, type Express } from "express";
import { createBankSwitchboard } from "./control/bank-switchboard.ts";
import { createControlRoutes } from "./control/control-routes.ts";
import { helpPage } from "./help-page.ts";
import { createPaymentRoutes } from "./payments/payment-routes.ts";
import { createPaymentStore } from "./payments/payment-store.ts";
import { createReceiptRoutes } from "./receipts/receipt-routes.ts";
import { createRespondWithReceipt } from "./receipts/respond-with-receipt.ts";
import { sandboxBanks } from "./sandbox-banks.ts";

export interface SandboxOptions {
  /** Before every response of a bank, in ms; default: 0. */
  readonly latencyMs?: number | undefined;
  /** Only ordered payments have receipts; default: every well-formed reference has one. */
  readonly isStrict?: boolean | undefined;
  /** JSON lines; with it, ordered payments survive a restart. */
  readonly paymentsFile?: string | undefined;
  /** Maximum number of stored ordered payments; default: the newest 10,000. */
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
  const now = options.now ?? (() => new Date());
  const answerReceipt = createRespondWithReceipt({ payments, now, wait, slowResponseMs: slowAnswerMs });

  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.get("/", (request, response, next) => {
    if (request.query["id"] !== undefined) return next();
    response.type("text/plain").send(helpPage(sandboxBanks));
  });
  const { isStrict = false } = options;
  app.use(
    createReceiptRoutes({
      banks: sandboxBanks,
      respondWithReceipt: answerReceipt,
      isStrict,
      wait,
      switchboard,
    }),
  );
  app.use(createPaymentRoutes({ banks: sandboxBanks, payments, now }));
  app.use(createControlRoutes({ banks: codes, switchboard }));
  app.use((_request, response) => {
    response.status(404).type("text/plain").send("Page not found. GET / lists all pages.\n");
  });
  app.use(respondToError);
  return app;
}

/** Errors of the JSON body reader have their own status; all others are the sandbox's. */
const respondToError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error);
  const status = typeof error?.status === "number" ? error.status : 500;
  const message = status === 500 ? "the sandbox failed" : String(error.message);
  response.status(status).json({ error: { code: status === 400 ? "malformed_request" : "failed", message } });
};
