import {
  type Argument,
  type CallExpression,
  type NewExpression,
  type Node,
  parseSync,
  type RegExpLiteral,
  Visitor,
} from "oxc-parser";
import { checkSync } from "recheck";

/** Runs in this process; the others start Java or a worker. */
process.env["RECHECK_SYNC_BACKEND"] = "pure";

/** The slowest pattern takes two seconds, and a minute on a machine that is busy; past this, one counts as not proven. */
const checkTimeoutMs = 600_000;

export interface PatternFault {
  readonly line: number;
  readonly message: string;
}

interface Pattern {
  readonly line: number;
  /** What the source says. */
  readonly shown: string;
  /** Undefined when it is put together while the program runs. */
  readonly regex: { readonly pattern: string; readonly flags: string } | undefined;
}

/**
 * The regular expressions of a source file whose time is not proven to grow with the length of the text alone.
 * `composed` are the arguments of `RegExp` that are let through though they are put together while the program runs.
 */
export function findPatternFaults(
  fileName: string,
  source: string,
  composed: ReadonlySet<string>,
): readonly PatternFault[] {
  return patternsOf(fileName, source).flatMap(({ line, shown, regex }) => {
    if (regex === undefined) {
      const message = `RegExp(${shown}) is put together while the program runs: nothing can be proven of it`;
      return composed.has(shown) ? [] : [{ line, message }];
    }
    const fault = faultOf(regex.pattern, regex.flags);
    return fault === undefined ? [] : [{ line, message: `${shown} ${fault}` }];
  });
}

/** The checker's own fuzzing finds faults but proves nothing, so it works on automata alone. */
function faultOf(pattern: string, flags: string): string | undefined {
  const found = checkSync(pattern, flags, { checker: "automaton", timeout: checkTimeoutMs });
  if (found.status === "safe") return undefined;
  if (found.status === "unknown") return `is not proven linear: ${reasonOf(found.error)}`;
  return `is not linear (${found.complexity.summary}): try ${found.attack.pattern}`;
}

function reasonOf(error: { readonly kind: string; readonly message?: string }): string {
  return error.message === undefined ? error.kind : `${error.kind}, ${error.message}`;
}

/** The regular expressions of a source file. */
export function patternsOf(fileName: string, source: string): readonly Pattern[] {
  const { program, errors } = parseSync(fileName, source);
  if (errors.length > 0) throw new Error(`${fileName} does not parse: ${errors[0]?.message}`);
  const patterns: Pattern[] = [];
  const add = (start: number, shown: string, regex: Pattern["regex"]) =>
    patterns.push({ line: source.slice(0, start).split("\n").length, shown, regex });
  const addCall = ({ callee, arguments: given, start }: NewExpression | CallExpression) => {
    const [first, flags] = given;
    if (callee.type !== "Identifier" || callee.name !== "RegExp") return;
    // A literal in the call is met on its own.
    if (first !== undefined && isRegex(first)) return;
    add(start, source.slice(first?.start, given.at(-1)?.end), regexOf(first, flags));
  };
  new Visitor({
    Literal(node) {
      if (isRegex(node)) add(node.start, source.slice(node.start, node.end), node.regex);
    },
    NewExpression: addCall,
    CallExpression: addCall,
  }).visit(program);
  return patterns;
}

function isRegex(node: Node): node is RegExpLiteral {
  return node.type === "Literal" && "regex" in node;
}

function regexOf(pattern: Argument | undefined, flags: Argument | undefined): Pattern["regex"] {
  const [patternText, flagsText] = [fixedText(pattern), flags === undefined ? "" : fixedText(flags)];
  if (patternText === undefined || flagsText === undefined) return undefined;
  return { pattern: patternText, flags: flagsText };
}

/** The text of a string or a template without expressions. */
function fixedText(argument: Argument | undefined): string | undefined {
  if (argument?.type === "Literal" && typeof argument.value === "string") return argument.value;
  if (argument?.type !== "TemplateLiteral" || argument.expressions.length > 0) return undefined;
  return argument.quasis[0]?.value.cooked ?? undefined;
}
