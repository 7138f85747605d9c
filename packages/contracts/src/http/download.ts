import { z } from "zod";
import { textField } from "./response-fields.ts";
import type { ResponseContract } from "./route-contract.ts";

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Parameters of each download of a table. */
export const downloadQuery = {
  for: z.enum(["people"]).optional().meta({
    description:
      "`people`: with a byte order mark, readable headers and values, times in the account's zone, and long numbers as text. Default: for programs.",
  }),
  format: z.enum(["csv", "xlsx"]).optional().meta({
    description: "`xlsx`: a workbook, always for people. Default: `csv`.",
  }),
  lang: z.enum(["en", "am"]).optional().meta({
    description: "Language of what is for people. Default: `en`.",
  }),
};
export type DownloadForm = z.infer<z.ZodObject<typeof downloadQuery>>;

export const workbook = {
  [XLSX]: {
    schema: z.string().meta({ format: "binary", description: "The same rows as a workbook, for people." }),
    example: "PK",
  },
};

/** The response of a download; `description` tells its rows. */
export function downloadResponse(description: string, example?: string): ResponseContract {
  return {
    description,
    contentType: "text/csv",
    schema: textField("CSV as RFC 4180 describes.", example),
    alternatives: workbook,
    headers: { "Content-Disposition": "File name to save the table under." },
  };
}
