import { type Comment, parseSync } from "oxc-parser";

/** A run of prose: one paragraph or list item of a comment or page. */
export interface Passage {
  readonly line: number;
  readonly text: string;
  readonly isComment: boolean;
}

export interface EnglishFault {
  readonly line: number;
  readonly message: string;
}

const MAX_WORDS = 30;

/**
 * Written with a group each, so that a search for the words does not find this line. A single word in quotes is a name,
 * such as that of a system account.
 */
const AVOIDED =
  /\b(?!(?<=["'`])\w+["'`])(?:who(?:ever)|what(?:ever) (?!the\b)|no(?:body)|some(?:body)|a(?:new)|unless (?:told)|in (?:vain)|as its name (?:says))\b/giu;

const CLAUSE_OPENER = /^(?:What|Who|Whoever|Where|Of)\b(?!.*\?$)/u;

/** Returns the prose of a file: comments of code, paragraphs of Markdown. Code blocks and code spans are left out. */
export function passagesOf(file: string, source: string): readonly Passage[] {
  if (file.endsWith(".md")) return markdownPassages(source);
  if (/\.(?:ts|js|mjs|cjs)$/u.test(file)) return scriptComments(file, source);
  if (/\.(?:css)$/u.test(file)) return blockComments(source);
  if (/\.(?:sh|ya?ml|py|toml)$|Dockerfile$/u.test(file)) return lineComments(source, "#");
  if (file.endsWith(".sql")) return lineComments(source, "--");
  return [];
}

export function wordFaults(source: string): readonly EnglishFault[] {
  return source
    .split("\n")
    .flatMap((text, index) =>
      [...text.matchAll(AVOIDED)].map(([word]) => ({ line: index + 1, message: `"${word}" is not plain English` })),
    );
}

export function longSentences(passages: readonly Passage[]): readonly EnglishFault[] {
  return passages.flatMap(({ line, text }) =>
    sentencesOf(text)
      .map((sentence) => ({ sentence, words: sentence.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length }))
      .filter(({ words }) => words > MAX_WORDS)
      .map(({ sentence, words }) => ({ line, message: `a sentence of ${words} words: "${sentence.slice(0, 60)}…"` })),
  );
}

export const opensWithClause = ({ text }: Passage): boolean => CLAUSE_OPENER.test(text);

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?]["')*]?)\s+(?=["'(*]?[\p{Lu}\p{N}`])/u);
}

function scriptComments(file: string, source: string): readonly Passage[] {
  const lineAt = lineCounter(source);
  const blocks: { line: number; lines: string[]; end: number }[] = [];
  for (const comment of parseSync(file, source).comments) {
    const line = lineAt(comment.start);
    const last = blocks.at(-1);
    if (comment.type === "Line" && last !== undefined && continues(source, last.end, comment)) {
      last.lines.push(comment.value.trim());
      last.end = comment.end;
    } else
      blocks.push({ line, lines: comment.value.split("\n").map((text) => text.replace(/^\s*\*? ?/u, "")), end: comment.end });
  }
  return blocks.flatMap(({ line, lines }) => paragraphs(lines, line, true));
}

/** A comment of one line goes on with the next if only white space with one line break lies between them. */
function continues(source: string, end: number, { start }: Comment): boolean {
  return /^[ \t]*\r?\n[ \t]*$/u.test(source.slice(end, start));
}

function markdownPassages(source: string): readonly Passage[] {
  let isCode = false;
  const lines = source.split("\n").map((text) => {
    const isFence = /^\s*(?:```|~~~)/u.test(text);
    if (isFence) isCode = !isCode;
    return isCode || isFence || /^\s*(?:#|<|\|[-:| ]+\|$)/u.test(text) ? "" : text;
  });
  return paragraphs(
    lines.map((text) => text.replace(/\]\([^)]*\)/gu, "]")),
    1,
    false,
  );
}

function blockComments(source: string): readonly Passage[] {
  const lineAt = lineCounter(source);
  return [...source.matchAll(/\/\*([\s\S]*?)\*\//gu)].flatMap((match) =>
    paragraphs((match[1] ?? "").split("\n").map((text) => text.replace(/^\s*\*? ?/u, "")), lineAt(match.index), true),
  );
}

function lineComments(source: string, mark: string): readonly Passage[] {
  const lines = source.split("\n").map((text) => {
    const trimmed = text.trimStart();
    return trimmed.startsWith(mark) && !trimmed.startsWith("#!") ? trimmed.replace(/^[#-]+ ?/u, "") : "";
  });
  return paragraphs(lines, 1, true);
}

/** Blank lines, list items and table rows begin a passage of their own; each cell of a table is one. */
function paragraphs(lines: readonly string[], firstLine: number, isComment: boolean): readonly Passage[] {
  const found: { line: number; text: string; isComment: boolean }[] = [];
  let isOpen = false;
  for (const [index, raw] of lines.entries()) {
    const text = raw.replace(/`[^`]*`/gu, "`code`").trim();
    const line = firstLine + index;
    if (text.startsWith("|")) {
      for (const cell of text.split("|")) if (cell.trim() !== "") found.push({ line, text: cell.trim(), isComment });
      isOpen = false;
    } else if (text === "") isOpen = false;
    else if (isOpen && !/^(?:[-*] |\d+\. |@\w|>)/u.test(text)) {
      const last = found.at(-1);
      if (last !== undefined) last.text += ` ${text}`;
    } else {
      found.push({ line, text: text.replace(/^(?:[-*]|\d+\.|@\w+|>)\s+/u, ""), isComment });
      isOpen = true;
    }
  }
  return found.filter(({ text }) => /\p{L}/u.test(text));
}

function lineCounter(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/gu)].map(({ index }) => index + 1)];
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
