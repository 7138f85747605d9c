import type { BankEnvironment } from "@receipts/banks";
import { createPictureReader } from "@receipts/receipt-pictures";
import type { GatewayParts } from "./gateway-parts.ts";
import { createFilePlaces } from "./receipt-files/file-places.ts";
import { keepFile } from "./receipt-files/keep-file.ts";
import { createReadFile } from "./receipt-files/read-file.ts";
import { receiptFileRoutes } from "./receipt-files/receipt-file-routes.ts";
import type { Verification } from "./verification/build-verification.ts";

/** Builds the routes of photos, screenshots and PDFs, and what reads them. */
export function buildReceiptFiles(
  deps: Pick<GatewayParts, "config" | "isLive" | "log" | "metrics" | "pool" | "secretBox"> &
    Pick<Verification, "submit" | "rules" | "statusUrlOf"> & { readonly bankEnvironment: BankEnvironment },
) {
  const { config, log, metrics, pool, rules, secretBox } = deps;
  const reader = createPictureReader({ banks: [...rules.banks.keys()], env: deps.bankEnvironment });
  const places = createFilePlaces(metrics);
  const readFile = createReadFile({ reader, places, rules, metrics });
  const days = config.FILE_RETENTION_DAYS;
  const keep = async (verificationId: string, bytes: Buffer) => {
    if (days === 0) return;
    await keepFile(pool, secretBox, { verificationId, bytes, days }).catch((error: unknown) =>
      log.warn("receipt_file.keep_failed", { verificationId, error }),
    );
  };
  return {
    places,
    readFile,
    routes: receiptFileRoutes({ ...deps, places, readFile, keep }),
    close: reader.close,
  };
}
