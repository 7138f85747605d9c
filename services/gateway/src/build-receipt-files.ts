import type { BankEnvironment } from "@receipts/banks";
import { createPictureReader } from "@receipts/receipt-pictures";
import type { GatewayParts } from "./gateway-parts.ts";
import { createFilePlaces } from "./receipt-files/file-places.ts";
import { createReadFile } from "./receipt-files/read-file.ts";
import { receiptFileRoutes } from "./receipt-files/receipt-file-routes.ts";
import type { Verification } from "./verification/build-verification.ts";

/** Builds the routes of photos, screenshots and PDFs, and what reads them. */
export function buildReceiptFiles(
  deps: Pick<GatewayParts, "metrics"> &
    Pick<Verification, "submit" | "rules" | "statusUrlOf"> & { readonly bankEnvironment: BankEnvironment },
) {
  const { metrics, rules } = deps;
  const reader = createPictureReader({ banks: [...rules.banks.keys()], env: deps.bankEnvironment });
  const places = createFilePlaces(metrics);
  const readFile = createReadFile({ reader, places, metrics });
  return { places, readFile, routes: receiptFileRoutes({ ...deps, places, readFile }), close: reader.close };
}
