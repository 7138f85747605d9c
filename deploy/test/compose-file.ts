import { parse } from "yaml";
import { readText } from "./repository.ts";

export interface ComposeService {
  readonly image?: string;
  readonly build?: {
    readonly context: string;
    readonly dockerfile: string;
    readonly args: { readonly SERVICE: string };
  };
  readonly profiles?: readonly string[];
  readonly user?: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, null>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

/** As Compose reads it: with merged anchors, and variables replaced by given values or their defaults. */
export function readComposeFile(
  file = "docker-compose.yml",
  given: Readonly<Record<string, string>> = {},
): ComposeFile {
  // Each verifier is an alias of aliases; the limit protects against untrusted files.
  const parsed: ComposeFile = parse(readText(file), { merge: true, maxAliasCount: -1 });
  return JSON.parse(JSON.stringify(parsed), (_, value) =>
    typeof value === "string" ? interpolate(value, given) : value,
  );
}

/** `${NAME:-default}`, the only form in use; `$$` is a dollar. */
function interpolate(text: string, given: Readonly<Record<string, string>>): string {
  return text.replace(/\$\$|\$\{(\w+):-([^}]*)\}|\$\{[^}]*\}/g, (whole, name?: string, fallback?: string) => {
    if (whole === "$$") return "$";
    if (name === undefined) throw new Error(`a variable without a default: ${whole}`);
    return given[name] || (fallback ?? "");
  });
}

/** `NAME=value` lines of Compose's env files. */
export function readEnvFile(file: string): Record<string, string> {
  const lines = readText(file)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...value] = line.split("=");
      return [name, value.join("=")];
    }),
  );
}
