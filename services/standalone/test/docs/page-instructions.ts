import { readBlocks, readPage } from "./page-blocks.ts";

/** A step in a browser, or a result to see. Names are those on the screen. */
export type Instruction =
  | { readonly kind: "open"; readonly address: string }
  /** Fills the fields with the two values, around a slash, of the printed line that begins so. */
  | { readonly kind: "fill"; readonly fields: readonly string[]; readonly line: string }
  | { readonly kind: "press"; readonly name: string }
  | { readonly kind: "see_page"; readonly title: string }
  | { readonly kind: "see"; readonly under: string; readonly texts: readonly string[] };

type Sentence = readonly [pattern: RegExp, instruction: (...named: string[]) => Instruction];

/** The sentences that a page may use. Bold and code mark names on the screen. */
const sentences: Readonly<Record<"en" | "am", readonly Sentence[]>> = {
  en: [
    [/[Oo]pen `([^`]+)`/, open],
    [/[Ff]ill in \*\*([^*]+)\*\* and \*\*([^*]+)\*\* with what the line `([^`]+)`/, fill],
    [/[Pp]ress \*\*([^*]+)\*\*/, press],
    [/you see the page \*\*([^*]+)\*\*/, seePage],
    [/[Uu]nder \*\*([^*]+)\*\* you see \*\*([^*]+)\*\*(?: and \*\*([^*]+)\*\*)?/, see],
  ],
  am: [
    [/`([^`]+)` የሚለውን አድራሻ ይክፈቱ/, open],
    [/\*\*([^*]+)\*\* እና \*\*([^*]+)\*\* በሚሉት ቦታዎች `([^`]+)` በሚለው መስመር/, fill],
    [/\*\*([^*]+)\*\* የሚለውን ይጫኑ/, press],
    [/\*\*([^*]+)\*\* የሚለው ገጽ ይከፈታል/, seePage],
    [/\*\*([^*]+)\*\* በሚለው ሥር \*\*([^*]+)\*\*(?: እና \*\*([^*]+)\*\*)? ይታያል/, see],
  ],
};

function open(address = ""): Instruction {
  return { kind: "open", address };
}

function fill(first = "", second = "", line = ""): Instruction {
  return { kind: "fill", fields: [first, second], line };
}

function press(name = ""): Instruction {
  return { kind: "press", name };
}

function seePage(title = ""): Instruction {
  return { kind: "see_page", title };
}

function see(under = "", ...texts: (string | undefined)[]): Instruction {
  return { kind: "see", under, texts: texts.filter((text) => text !== undefined) };
}

export interface BrowserPart {
  /** Blocks before the browser part. */
  readonly blocks: ReturnType<typeof readBlocks>;
  readonly instructions: readonly Instruction[];
}

/** Returns the part of a page, from one `##` to the next, that opens an address. */
export function readBrowserPart(file: string): BrowserPart {
  const language = file.endsWith(".am.md") ? "am" : "en";
  const opens = sentences[language].find(([, instruction]) => instruction === open)?.[0];
  const parts = readPage(file).split(/^(?=## )/m);
  const nth = parts.findIndex((part) => opens?.test(part));
  if (nth === -1) throw new Error(`${file} opens no address`);
  const fences =
    parts
      .slice(0, nth)
      .join("")
      .match(/^```\S/gm) ?? [];
  return {
    blocks: readBlocks(file).slice(0, fences.length),
    instructions: readInstructions(parts[nth] ?? "", language),
  };
}

/** Returns the steps in order. Throws for bold or code outside a known sentence: no test would follow it. */
export function readInstructions(part: string, language: "en" | "am"): readonly Instruction[] {
  const instructions: Instruction[] = [];
  let rest = part.replaceAll(/\s+/g, " ");
  let unread = "";
  for (;;) {
    const [first] = sentences[language]
      .flatMap(([pattern, instruction]) => {
        const match = pattern.exec(rest);
        return match === null ? [] : [{ match, instruction }];
      })
      .sort((one, other) => one.match.index - other.match.index);
    if (first === undefined) break;
    const { match, instruction } = first;
    const [sentence, ...named] = match;
    instructions.push(instruction(...named));
    unread += rest.slice(0, match.index);
    rest = rest.slice(match.index + sentence.length);
  }
  const unknown = /[^.።]*(?:\*\*|`)[^.።]*/.exec(unread + rest);
  if (unknown !== null) throw new Error(`unknown instruction: ${unknown[0].trim()}`);
  return instructions;
}
