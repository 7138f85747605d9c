import { ReceiptUnreadable } from "../bank-failure.ts";
import { oneSpaced } from "../utf8-text.ts";

/** The receipt's text, label by label. */
export interface MpesaBlocks {
  /** The document's lines, white space collapsed. */
  readonly lines: readonly string[];
  has(label: string): boolean;
  /** Null if it is not printed. Some templates print two labels, and then their two values. */
  readonly transactionType: string | null;
  /**
   * The one line that belongs to a label, beside or below it; null if the bank prints a placeholder. Throws
   * `ReceiptUnreadable` if the label is missing or duplicated, or has no line or several.
   */
  value(label: string): string | null;
}

/** Amharic, a slash, English. The Amharic is missing if the document's font does not map its letters. */
const bilingual = /^([^A-Za-z0-9/]*)\/ ?(.*)$/;
const labelWithin =
  /\/ ?(?:SENDER|BUYER|PAYER|RECEIVER|BANK NAME|TRANSACTION (?:ID|DETAIL|TYPE)|RECEIPT NO|PAYMENT)\b/;
/** Ends a block without being bilingual. */
const endings = /^(?:SCAN TO VERIFY|THANK YOU|Safaricom)\b/i;

export function readMpesaBlocks(text: string): MpesaBlocks {
  const lines = text
    .split("\n")
    .map(oneSpaced)
    .filter((line) => line !== "");
  const blocks = blocksOf(joinAmharic(lines));
  checkLayout(blocks);
  const labelled = (label: string) => blocks.filter(({ head }) => startsWithLabel(head, label));
  return {
    lines,
    transactionType: transactionTypeIn(blocks),
    has: (label) => labelled(label).length > 0,
    value(label) {
      const [block, another] = labelled(label);
      if (block === undefined) throw new ReceiptUnreadable(`"${label}" is missing`);
      if (another !== undefined) throw new ReceiptUnreadable(`"${label}" is there twice`);
      const beside = block.head.slice(label.length).replace(/^ ?:/, "").trim();
      const [value, more] = beside === "" ? block.below : [beside, ...block.below];
      if (value === undefined) throw new ReceiptUnreadable(`"${label}" is empty`);
      // With a second label beside the value, or a second line below it, the owner of the value is unknown.
      if (more !== undefined || holdsLabel(value))
        throw new ReceiptUnreadable(`"${label}" has more than one value`);
      return /^(?:- ?- ?-|null)$/i.test(value) ? null : value;
    },
  };
}

function transactionTypeIn(blocks: readonly Block[]): string | null {
  const label = "TRANSACTION TYPE";
  const at = blocks.findIndex(({ head }) => startsWithLabel(head, label));
  const block = blocks[at];
  if (block === undefined) return null;
  const beside = block.head.slice(label.length).replace(/^ ?:/, "").trim();
  const value = beside || block.below[0] || blocks[at + 1]?.below[0] || "";
  return /\p{L}/u.test(value) && !holdsLabel(value) ? value : null;
}

/** Part of the next label, English or Amharic, may have moved into the line. */
function holdsLabel(value: string): boolean {
  return labelWithin.test(value) || (/\p{Script=Ethiopic}/u.test(value) && /[A-Za-z0-9]/.test(value));
}

interface Block {
  /** The label's English text, and the text beside it. */
  readonly head: string;
  readonly hasAmharic: boolean;
  readonly below: string[];
}

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const [, amharic = "", head] = bilingual.exec(line) ?? [];
    if (head !== undefined) blocks.push({ head, hasAmharic: amharic !== "", below: [] });
    else if (endings.test(line)) blocks.push({ head: "", hasAmharic: false, below: [] });
    else blocks.at(-1)?.below.push(line);
  }
  return blocks;
}

/** The Amharic of a label may be on a separate line above its slash. */
function joinAmharic(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, index) => {
    if (isAmharic(line) && lines[index + 1]?.startsWith("/")) return [];
    const above = lines[index - 1] ?? "";
    return [line.startsWith("/") && isAmharic(above) ? `${above}${line}` : line];
  });
}

function isAmharic(line: string): boolean {
  return /\p{Script=Ethiopic}/u.test(line) && !/[A-Za-z0-9/]/.test(line);
}

const valueLabel =
  /^((?:SENDER|BUYER|PAYER|RECEIVER)(?: [A-Z]+)? (?:NAME|NUMBER)|BANK NAME|TRANSACTION ID)(?:[ :]|$)/;

/** All labels must have one layout, with values beside or below: otherwise a line is damaged. */
function checkLayout(blocks: readonly Block[]): void {
  const layouts = blocks.flatMap(({ head, hasAmharic }) => {
    const label = valueLabel.exec(head)?.[1];
    return label === undefined ? [] : [`${hasAmharic} ${head.length > label.length}`];
  });
  if (new Set(layouts).size > 1) throw new ReceiptUnreadable("the labels of the receipt are not alike");
}

/** `SENDER NAME`, not `SENDER NAMES`. */
function startsWithLabel(head: string, label: string): boolean {
  return head === label || head.startsWith(`${label} `) || head.startsWith(`${label}:`);
}
