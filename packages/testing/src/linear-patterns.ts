import { checkSync } from "recheck";
import { type ESTree, parseSync, Visitor } from "rolldown/utils";

/** Run in this process; the other backends start Java or a worker. */
process.env["RECHECK_SYNC_BACKEND"] = "pure";

/**
 * The slowest pattern takes two seconds, or a minute on a busy machine. A check that exceeds this counts as not proven.
 */
const checkTimeoutMs = 600_000;

export interface PatternFault {
  readonly line: number;
  readonly message: string;
}

interface Pattern {
  readonly line: number;
  /** The pattern as written in the source. */
  readonly shown: string;
  /** Undefined if it is composed at run time. */
  readonly regex: { readonly pattern: string; readonly flags: string } | undefined;
}

/**
 * Returns the regular expressions of a source file whose time is not proven linear in the length of the text.
 * `composed` lists the `RegExp` arguments that are allowed although they are composed at run time.
 */
export function findPatternFaults(
  fileName: string,
  source: string,
  composed: ReadonlySet<string>,
): readonly PatternFault[] {
  return patternsOf(fileName, source).flatMap(({ line, shown, regex }) => {
    if (regex === undefined) {
      const message = `RegExp(${shown}) is composed at run time: it cannot be proven linear`;
      return composed.has(shown) ? [] : [{ line, message }];
    }
    const fault = faultOf(regex.pattern, regex.flags);
    return fault === undefined ? [] : [{ line, message: `${shown} ${fault}` }];
  });
}

/** The checker's fuzzing finds attacks but proves nothing, so only automata are used. */
function faultOf(pattern: string, flags: string): string | undefined {
  const found = checkSync(pattern, flags, { checker: "automaton", timeout: checkTimeoutMs });
  if (found.status === "safe") return undefined;
  if (found.status === "unknown") return `is not proven linear: ${reasonOf(found.error)}`;
  return `is not linear (${found.complexity.summary}): try ${found.attack.pattern}`;
}

function reasonOf(error: { readonly kind: string; readonly message?: string }): string {
  return error.message === undefined ? error.kind : `${error.kind}, ${error.message}`;
}

export function patternsOf(fileName: string, source: string): readonly Pattern[] {
  const { program, errors } = parseSync(fileName, source);
  if (errors.length > 0) throw new Error(`${fileName} does not parse: ${errors[0]?.message}`);
  const patterns: Pattern[] = [];
  const add = (start: number, shown: string, regex: Pattern["regex"]) =>
    patterns.push({ line: source.slice(0, start).split("\n").length, shown, regex });
  const addCall = ({ callee, arguments: given, start }: ESTree.NewExpression | ESTree.CallExpression) => {
    const [first, flags] = given;
    if (callee.type !== "Identifier" || callee.name !== "RegExp") return;
    // A literal argument is visited on its own.
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

function isRegex(node: ESTree.Node): node is ESTree.RegExpLiteral {
  return node.type === "Literal" && "regex" in node;
}

function regexOf(pattern: ESTree.Argument | undefined, flags: ESTree.Argument | undefined): Pattern["regex"] {
  const [patternText, flagsText] = [fixedText(pattern), flags === undefined ? "" : fixedText(flags)];
  if (patternText === undefined || flagsText === undefined) return undefined;
  return { pattern: patternText, flags: flagsText };
}

/** Returns the text of a string, or of a template without expressions. */
function fixedText(argument: ESTree.Argument | undefined): string | undefined {
  if (argument?.type === "Literal" && typeof argument.value === "string") return argument.value;
  if (argument?.type !== "TemplateLiteral" || argument.expressions.length > 0) return undefined;
  return argument.quasis[0]?.value.cooked ?? undefined;
}
