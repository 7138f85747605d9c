import { readBlocks, readPage } from "./page-blocks.ts";

/** What a page tells its reader to do in a browser, and what he then sees. Names are as they stand on the screen. */
export type Instruction =
  | { readonly kind: "open"; readonly address: string }
  /** With what the service has printed on the line that begins so, around its slash. */
  | { readonly kind: "fill"; readonly fields: readonly string[]; readonly line: string }
  | { readonly kind: "press"; readonly name: string }
  /** What the last answer before it has in this field. */
  | { readonly kind: "press_value"; readonly field: string }
  | { readonly kind: "see_page"; readonly title: string }
  | { readonly kind: "see"; readonly under: string; readonly texts: readonly string[] };

type Sentence = readonly [pattern: RegExp, instruction: (...named: string[]) => Instruction];

/** The sentences that a page may say them in. Bold and code are what a script reads, and a reader looks for. */
const sentences: Readonly<Record<"en" | "am", readonly Sentence[]>> = {
  en: [
    [/[Oo]pen `([^`]+)`/, open],
    [/[Ff]ill in \*\*([^*]+)\*\* and \*\*([^*]+)\*\* with what the line `([^`]+)`/, fill],
    [/[Pp]ress \*\*([^*]+)\*\*/, press],
    [/[Pp]ress the `(\w+)` of the response/, pressValue],
    [/you see the page \*\*([^*]+)\*\*/, seePage],
    [/[Uu]nder \*\*([^*]+)\*\* you see \*\*([^*]+)\*\*(?: and \*\*([^*]+)\*\*)?/, see],
  ],
  am: [
    [/`([^`]+)` የሚለውን አድራሻ ይክፈቱ/, open],
    [/\*\*([^*]+)\*\* እና \*\*([^*]+)\*\* በሚሉት ቦታዎች `([^`]+)` በሚለው መስመር/, fill],
    [/\*\*([^*]+)\*\* የሚለውን ይጫኑ/, press],
    [/በመልሱ ውስጥ ያለውን `(\w+)` ይጫኑ/, pressValue],
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

function pressValue(field = ""): Instruction {
  return { kind: "press_value", field };
}

function seePage(title = ""): Instruction {
  return { kind: "see_page", title };
}

function see(under = "", ...texts: (string | undefined)[]): Instruction {
  return { kind: "see", under, texts: texts.filter((text) => text !== undefined) };
}

export interface BrowserPart {
  /** Of the page, before the reader goes to his browser. */
  readonly blocks: ReturnType<typeof readBlocks>;
  readonly instructions: readonly Instruction[];
}

/** The part of a page, from one `##` to the next, that begins by opening an address. */
export function readBrowserPart(file: string): BrowserPart {
  const language = file.endsWith(".am.md") ? "am" : "en";
  const opens = sentences[language].find(([, instruction]) => instruction === open)?.[0];
  const parts = readPage(file).split(/^(?=## )/m);
  const nth = parts.findIndex((part) => opens?.test(part));
  if (nth === -1) throw new Error(`${file} never says what to open`);
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

/** In their order. What is bold or code, and of which no sentence tells what to do with it, is an instruction that nobody follows. */
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
  if (unknown !== null) throw new Error(`nobody can do what is said here: ${unknown[0].trim()}`);
  return instructions;
}
