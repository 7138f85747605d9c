import { parseSync } from "rolldown/utils";

interface EnglishFault {
  readonly line: number;
  readonly message: string;
}

interface EnglishCheck {
  /** Avoided words anywhere in the file, and long sentences in its prose. */
  readonly faults: readonly EnglishFault[];
  /** Comments that begin with a clause in place of a subject. */
  readonly openers: readonly EnglishFault[];
  readonly comments: number;
}

/** One paragraph, list item or table cell of a comment or page. */
interface Passage {
  readonly line: number;
  readonly text: string;
}

const MAX_WORDS = 30;

/**
 * Words are split by groups, so that a search does not find this list. Terms may span two lines of a comment. A single
 * word in quotes is a name, such as that of a system account.
 */
const AVOIDED =
  /\b(?!(?<=["'`])\w+["'`])(?:who(?:ever)|whom(?:ever)|what(?:ever)(?! the\b)|no(?:body)|some(?:body)|a(?:new)|beg(?:un)|men(?:d|ds|ded|ding)|live[\s*/#]+(?:API |checkout )?keys?|goes[\s*/#]+on|unless[\s*/#]+told|in[\s*/#]+vain|as[\s*/#]+its[\s*/#]+name[\s*/#]+says)\b/giu;

const CLAUSE_OPENER = /^(?:What|Who|Where|Of)\b(?!.*\?$)/u;

/** Checks a file's English. Prose is the comments of code and the text of Markdown, without code blocks and spans. */
export function checkEnglish(file: string, source: string): EnglishCheck {
  const passages = passagesOf(file, source);
  const comments = file.endsWith(".md") ? [] : passages;
  const openers = comments.filter(({ text }) => CLAUSE_OPENER.test(text));
  return {
    faults: [...avoidedWords(source), ...passages.flatMap(longSentences)],
    openers: openers.map(({ line, text }) => ({ line, message: `begins "${text.slice(0, 50)}"` })),
    comments: comments.length,
  };
}

function avoidedWords(source: string): readonly EnglishFault[] {
  const lineAt = lineCounter(source);
  return [...source.matchAll(AVOIDED)].map(({ 0: term, index }) => ({
    line: lineAt(index),
    message: `"${term.replaceAll(/[\s*/#]+/gu, " ")}" is not plain English`,
  }));
}

function longSentences({ line, text }: Passage): readonly EnglishFault[] {
  return text.split(/(?<=[.!?]["')*]?)\s+(?=["'(*[]?[\p{Lu}\p{N}`])|(?<=[።፤])\s+/u).flatMap((sentence) => {
    const words = sentence.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    const message = `a sentence of ${words} words: "${sentence.slice(0, 60)}…"`;
    return words > MAX_WORDS ? [{ line, message }] : [];
  });
}

function passagesOf(file: string, source: string): readonly Passage[] {
  if (file.endsWith(".md")) return markdownPassages(source);
  if (/\.(?:ts|js|mjs|cjs)$/u.test(file)) return scriptComments(file, source);
  if (file.endsWith(".css")) return styleComments(source);
  if (file.endsWith(".sql")) return lineComments(source, "--");
  return /\.(?:sh|ya?ml|py)$|Dockerfile$/u.test(file) ? lineComments(source, "#") : [];
}

/** Line comments on consecutive lines are one text, unless code stands between them. */
function scriptComments(file: string, source: string): readonly Passage[] {
  const lineAt = lineCounter(source);
  const blocks: { type: "Line" | "Block"; line: number; lines: string[]; end: number }[] = [];
  for (const { type, start, end, value } of parseSync(file, source).comments) {
    const last = blocks.at(-1);
    const isNext =
      last?.type === "Line" && type === "Line" && /^[ \t]*\r?\n[ \t]*$/u.test(source.slice(last.end, start));
    if (isNext) {
      last.lines.push(value.trim());
      last.end = end;
    } else blocks.push({ type, line: lineAt(start), lines: linesOf(value), end });
  }
  return blocks.flatMap(({ line, lines }) => paragraphs(lines, line));
}

function styleComments(source: string): readonly Passage[] {
  const lineAt = lineCounter(source);
  return [...source.matchAll(/\/\*([\s\S]*?)\*\//gu)].flatMap(({ 1: text = "", index }) =>
    paragraphs(linesOf(text), lineAt(index)),
  );
}

const linesOf = (comment: string) => comment.split("\n").map((line) => line.replace(/^\s*\*? ?/u, ""));

function lineComments(source: string, mark: string): readonly Passage[] {
  const lines = source.split("\n").map((text) => {
    const trimmed = text.trimStart();
    return trimmed.startsWith(mark) && !trimmed.startsWith("#!") ? trimmed.replace(/^[#-]+ ?/u, "") : "";
  });
  return paragraphs(lines, 1);
}

function markdownPassages(source: string): readonly Passage[] {
  let isCode = false;
  const lines = source.split("\n").map((text) => {
    const isFence = /^\s*(?:```|~~~)/u.test(text);
    if (isFence) isCode = !isCode;
    const isProse = !isCode && !isFence && !/^\s*(?:#|<|\|[-:| ]+\|$)/u.test(text);
    return isProse ? text.replaceAll(/\]\([^)]*\)/gu, "]") : "";
  });
  return paragraphs(lines, 1);
}

/** Blank lines separate passages. List items and the cells of table rows are passages of their own. */
function paragraphs(lines: readonly string[], firstLine: number): readonly Passage[] {
  const found: { line: number; text: string }[] = [];
  let open: { line: number; text: string } | undefined;
  for (const [index, raw] of lines.entries()) {
    const text = raw.replaceAll(/`[^`]*`/gu, "`code`").trim();
    const line = firstLine + index;
    if (text === "" || text.startsWith("|")) {
      open = undefined;
      found.push(...text.split("|").map((cell) => ({ line, text: cell.trim() })));
    } else if (open !== undefined && !/^(?:[-*] |\d+\. |@\w|>)/u.test(text)) open.text += ` ${text}`;
    else {
      open = { line, text: text.replace(/^(?:[-*]|\d+\.|@\w+|>)\s+/u, "") };
      found.push(open);
    }
  }
  return found.filter(({ text }) => /\p{L}/u.test(text));
}

function lineCounter(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/gu)].map(({ index }) => index + 1)];
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
