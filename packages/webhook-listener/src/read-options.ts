import { parseArgs } from "node:util";

export interface ListenOptions {
  readonly serviceUrl: string;
  readonly key: string;
  /** Undefined: webhooks are only printed. */
  readonly forwardTo: string | undefined;
  /** Undefined: all. */
  readonly types: readonly string[] | undefined;
  readonly printsBodies: boolean;
}

export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

const DEFAULT_URL = "http://localhost:8080";

export const USAGE = `Prints the webhooks of your account as they come, and forwards them to a server on your machine.

RECEIPTS_API_KEY=<key> receipts-webhooks-listen [options]

  --forward <url>   forward each webhook there, such as http://localhost:3000/hook
  --types <types>   only these, separated by commas, such as deposit.*,verification.completed
  --print           print the bodies too
  --url <url>       address of the service (default: ${DEFAULT_URL})
  --help            print this

The key needs the permission webhooks:write.
`;

const flags = {
  forward: { type: "string" },
  types: { type: "string", multiple: true },
  print: { type: "boolean" },
  url: { type: "string" },
  help: { type: "boolean" },
} as const;

export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ListenOptions | "help" {
  const values = parse(args);
  if (values.help) return "help";
  const key = env["RECEIPTS_API_KEY"]?.trim() ?? "";
  if (key === "") throw new UsageError("Set RECEIPTS_API_KEY to a key with the permission webhooks:write.");
  if (!/^[!-~]+$/.test(key)) throw new UsageError("RECEIPTS_API_KEY is not a key: it has other characters.");
  const types = values.types?.flatMap((list) => list.split(",")).flatMap((type) => type.trim() || []);
  return {
    serviceUrl: urlOf("--url", values.url ?? DEFAULT_URL),
    key,
    forwardTo: values.forward === undefined ? undefined : urlOf("--forward", values.forward),
    types: types?.length ? types : undefined,
    printsBodies: values.print ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function urlOf(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new UsageError(`${option} must be an http or https URL, such as http://localhost:3000/hook`);
  return url.href;
}
