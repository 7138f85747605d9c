import { inspect } from "node:util";
import { validationMessage } from "@receipts/contracts";
import { z } from "zod";
import { readSettingText } from "./setting-text.ts";

/** Thrown once, at start, with all errors listed. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(["Bad configuration:", ...faults.map((fault) => `  ${fault}`)].join("\n"));
    this.name = new.target.name;
    this.faults = faults;
  }
}

/** A value that prints as `[secret]` in logs and JSON; only `reveal()` returns it. */
export interface Secret {
  reveal(): string;
}

export function secret(text: string): Secret {
  const hidden = () => "[secret]";
  const printsAsHidden = {
    toJSON: hidden,
    toString: hidden,
    [Symbol.for("nodejs.util.inspect.custom")]: hidden,
  };
  return Object.freeze({ reveal: () => text, ...printsAsHidden });
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of a schema, each from its variable or from the file that `<NAME>_FILE` names. An empty variable
 * counts as not set. Called once, in `main.ts`. Throws `ConfigurationError`, which names each variable and never
 * repeats a value.
 */
export function readConfiguration<T extends z.ZodRawShape>(
  shape: T,
  env: Environment,
): Readonly<z.output<z.ZodObject<T>>> {
  const texts = Object.keys(shape).map((name) => ({ name, ...readSettingText(name, env) }));
  const given = texts.flatMap((text) => (text.kind === "given" ? [[text.name, text.text] as const] : []));
  const unreadable = new Map(
    texts.flatMap((text) => (text.kind === "fault" ? [[text.name, text.fault] as const] : [])),
  );
  const parsed = z.object(shape).safeParse(Object.fromEntries(given), { error: validationMessage });
  if (parsed.success && unreadable.size === 0) return parsed.data;
  const named = new Set(given.map(([name]) => name));
  const faults = (parsed.error?.issues ?? [])
    .map((issue) => ({ name: String(issue.path[0] ?? "configuration"), message: issue.message }))
    .map((fault) => (named.has(fault.name) ? fault : { ...fault, message: "must be set" }));
  const wrong = faults.filter(({ name }) => !unreadable.has(name));
  throw new ConfigurationError([
    ...unreadable.values(),
    ...wrong.map(({ name, message }) => `${name}: ${message}${describedBy(shape[name])}`),
  ]);
}

/** Runs several readers and throws one `ConfigurationError` with the errors of all. */
export function readTogether<Reads extends Readonly<Record<string, () => unknown>>>(
  reads: Reads,
): { readonly [Name in keyof Reads]: ReturnType<Reads[Name]> } {
  const faults = new Set<string>();
  const found = Object.entries(reads).map(([name, read]) => {
    try {
      return [name, read()] as const;
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      for (const fault of error.faults) faults.add(fault);
      return [name, undefined] as const;
    }
  });
  if (faults.size > 0) throw new ConfigurationError([...faults]);
  return Object.fromEntries(found) as { readonly [Name in keyof Reads]: ReturnType<Reads[Name]> };
}

/** Ends a process that could not start. Operator errors print their message, others all details. */
export function exitWithFault(error: unknown): never {
  process.stderr.write(`${error instanceof ConfigurationError ? error.message : inspect(error)}\n`);
  process.exit(1);
}

function describedBy(schema: unknown): string {
  const description = schema instanceof z.ZodType ? schema.description : undefined;
  return description === undefined ? "" : ` (${description})`;
}

/** A whole number within bounds, as text in a variable. */
export function integerSetting(options: { min: number; max: number; default: number }, description: string) {
  return z
    .string()
    .regex(/^\d{1,12}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(options.min).max(options.max))
    .default(options.default)
    .describe(description);
}

export function booleanSetting(defaultValue: boolean, description: string) {
  return z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .default(defaultValue)
    .describe(description);
}

export const secretSetting = (description: string) =>
  z.string().min(1).transform(secret).describe(description);
