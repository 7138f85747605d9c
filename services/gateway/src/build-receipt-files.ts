import type { BankEnvironment } from "@receipts/banks";
import { createPictureReader } from "@receipts/receipt-pictures";
import type { GatewayParts } from "./gateway-parts.ts";
import { createBodyPlaces, type PlaceBounds } from "./http/body-places.ts";
import { keepFile } from "./receipt-files/keep-file.ts";
import { createReadFile } from "./receipt-files/read-file.ts";
import { receiptFileRoutes } from "./receipt-files/receipt-file-routes.ts";
import type { Verification } from "./verification/build-verification.ts";

const MEBIBYTE = 1024 * 1024;

/**
 * A payment's payers and an account's keys have a few; the address of a phone may be that of many. But no address takes
 * all places of an account's payers, and the payers not all places of the account.
 */
const bounds: PlaceBounds = {
  sender: { bodies: 4, bytes: 33 * MEBIBYTE },
  network: { bodies: 32, bytes: 33 * MEBIBYTE },
  payers: {
    ofNetwork: { bodies: 8, bytes: 20 * MEBIBYTE },
    all: { bodies: 24, bytes: 40 * MEBIBYTE },
  },
  account: { bodies: 32, bytes: 64 * MEBIBYTE },
  process: { bodies: 256, bytes: 256 * MEBIBYTE },
};

/** Builds the routes of photos, screenshots and PDFs, and what reads them. */
export function buildReceiptFiles(
  deps: Pick<GatewayParts, "config" | "isLive" | "log" | "metrics" | "pool" | "secretBox"> &
    Pick<Verification, "submit" | "rules" | "statusUrlOf"> & { readonly bankEnvironment: BankEnvironment },
) {
  const { config, log, metrics, pool, rules, secretBox } = deps;
  const reader = createPictureReader({ banks: [...rules.banks.keys()], env: deps.bankEnvironment });
  const gauge = metrics.gauge("receipt_files_open", "Files that are received, wait to be read or are read");
  const places = createBodyPlaces("files", bounds, (taken) => gauge.set(taken));
  const readFile = createReadFile({ reader, places, rules, metrics });
  const days = config.FILE_RETENTION_DAYS;
  const keep = async (verificationId: string, bytes: Buffer) => {
    if (days === 0) return;
    await keepFile(pool, secretBox, { verificationId, bytes, days }).catch((error: unknown) =>
      log.warn("receipt_file.store_failed", { verificationId, error }),
    );
  };
  return {
    places,
    readFile,
    routes: receiptFileRoutes({ ...deps, places, readFile, keep }),
    close: reader.close,
  };
}
