import { bankSettings } from "@receipts/banks";
import { supportedBankCodes } from "@receipts/contracts";
import { gatewaySettings } from "@receipts/gateway";
import { verifierSettings } from "@receipts/verifier";
import { dispatcherSettings } from "@receipts/webhook-dispatcher";
import { z } from "zod";
import { standaloneSettings } from "../src/standalone-config.ts";

const FROM_FILES =
  "Any of them may stand in a file instead, as secrets do: `DATABASE_URL_FILE=/run/secrets/database-url`. A variable and its file at once stop the start.";

/** READMEs with a table between the markers, and what it is made from. */
export const configurationTables: Readonly<Record<string, string>> = {
  "services/gateway/README.md": tableOf(gatewaySettings),
  "services/verifier/README.md": tableOf(verifierSettings),
  "services/webhook-dispatcher/README.md": tableOf(dispatcherSettings),
  "services/standalone/README.md": tableOf(standaloneSettings),
  "packages/banks/README.md": rowsToTable(
    supportedBankCodes.flatMap((bank) =>
      bankSettings(bank).map(({ name, default: fallback, description }) => [
        name,
        fallback ?? "",
        description,
      ]),
    ),
  ),
};

const START = "<!-- configuration: written by `npm run docs` -->";
const END = "<!-- /configuration -->";

/** The text with its table renewed; throws when the markers are missing. */
export function withTable(text: string, table: string): string {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start < 0 || end < start) throw new Error(`a README lacks the markers ${START} and ${END}`);
  return `${text.slice(0, start + START.length)}\n\n${table}\n\n${text.slice(end)}`;
}

function tableOf(shape: z.ZodRawShape): string {
  const table = rowsToTable(
    Object.entries(shape).map(([name, schema]) => {
      if (!(schema instanceof z.ZodType)) throw new Error(`${name} is no schema`);
      const required = !schema.safeParse(undefined).success;
      return [name, required ? "**required**" : defaultOf(schema), schema.description ?? ""];
    }),
  );
  return `${FROM_FILES}\n\n${table}`;
}

/** As it would be written in the environment: before anything is transformed. */
function defaultOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodDefault) return `\`${String(schema.def.defaultValue)}\``;
  if (schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodType) return defaultOf(schema.def.in);
  return "";
}

function rowsToTable(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`);
  return ["| variable | default | meaning |", "|---|---|---|", ...lines].join("\n");
}
