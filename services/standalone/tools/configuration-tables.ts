import { bankSettings } from "@receipts/banks";
import { supportedBankCodes } from "@receipts/contracts";
import { gatewaySettings } from "@receipts/gateway";
import { verifierSettings } from "@receipts/verifier";
import { dispatcherSettings } from "@receipts/webhook-dispatcher";
import { z } from "zod";
import { standaloneSettings } from "../src/standalone-config.ts";

const MAX_WIDTH = 120;
const FROM_FILES =
  "Each can be read from a file, as for secrets: `DATABASE_URL_FILE=/run/secrets/database-url`. A variable and its file\ntogether stop the start.";

/** The list of settings between the markers of each page. */
export const configurationTables: Readonly<Record<string, string>> = {
  "services/gateway/settings.md": tableOf(gatewaySettings),
  "services/verifier/README.md": tableOf(verifierSettings),
  "services/webhook-dispatcher/README.md": tableOf(dispatcherSettings),
  "services/standalone/README.md": tableOf(standaloneSettings),
  "packages/banks/README.md": listOf(
    supportedBankCodes.flatMap((bank) =>
      bankSettings(bank).map(({ name, default: fallback = "", description }) => ({
        name,
        note: noteOf(fallback),
        description,
      })),
    ),
  ),
};

const START = "<!-- configuration: written by `npm run docs` -->";
const END = "<!-- /configuration -->";

/** Renews the list in a text; throws if the markers are missing. */
export function withTable(text: string, table: string): string {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start < 0 || end < start) throw new Error(`a README lacks the markers ${START} and ${END}`);
  return `${text.slice(0, start + START.length)}\n\n${table}\n\n${text.slice(end)}`;
}

function tableOf(shape: z.ZodRawShape): string {
  const list = listOf(
    Object.entries(shape).map(([name, schema]) => {
      if (!(schema instanceof z.ZodType)) throw new Error(`${name} is no schema`);
      const isRequired = !schema.safeParse(undefined).success;
      const note = isRequired ? "(**required**)" : noteOf(defaultOf(schema));
      return { name, note, description: schema.description ?? "" };
    }),
  );
  return `${FROM_FILES}\n\n${list}`;
}

function noteOf(fallback: string): string {
  return fallback === "" ? "" : `(default \`${fallback}\`)`;
}

/** Returns the default as text of the environment, before transforms. */
function defaultOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodDefault) return String(schema.def.defaultValue);
  if (schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodType) return defaultOf(schema.def.in);
  return "";
}

interface Setting {
  readonly name: string;
  readonly note: string;
  readonly description: string;
}

/** A list, because names and defaults leave no room for their meaning in a table of 120 characters. */
function listOf(settings: readonly Setting[]): string {
  return settings
    .map(({ name, note, description }) => wrap(`- \`${name}\`${note && ` ${note}`}: ${description}`))
    .join("\n");
}

function wrap(item: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of item.split(" ")) {
    if (line !== "" && `${line} ${word}`.length > MAX_WIDTH) {
      lines.push(line);
      line = `  ${word}`;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}
