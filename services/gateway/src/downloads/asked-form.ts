import { type DownloadForm, XLSX } from "@receipts/contracts";
import type { Request } from "express";

/** The table that the caller asks for by `Accept` or the query; undefined for JSON. */
export function askedForm(
  request: Request,
  { for: reader, format, lang }: DownloadForm,
): DownloadForm | undefined {
  const accepted = request.accepts(["application/json", "text/csv", XLSX]);
  const isTable = accepted === XLSX || accepted === "text/csv" || (format ?? reader) !== undefined;
  return isTable ? { for: reader, format: format ?? (accepted === XLSX ? "xlsx" : "csv"), lang } : undefined;
}
