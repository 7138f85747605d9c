export type NameMatch = "agrees" | "differs" | "unknown";

/** Scripts are not compared with each other: one Ethiopic name has many Latin spellings, shared with other names. */
const scripts = ["ethiopic", "latin", "other"] as const;

type Script = (typeof scripts)[number];
type Words = readonly string[];

interface Name {
  readonly words: ReadonlyMap<Script, Words>;
  /** The last word, if the text is long enough to have been cut at the width of a column. */
  readonly cutWord: string | undefined;
}

/**
 * In characters and words. Longer text is no name and compares as `unknown`: this bounds the time for hostile input.
 */
const maxNameLength = 256;
const maxNameWords = 16;

/** With fewer shared words, half the country has the same name: Abebe Kebede, Abebe Tesfaye. */
const minSharedWords = 2;

/** Short names that are one edit apart are mostly two names: Girma and Girmay, Genet and Getnet. */
const minEditedLetters = 6;

const minCutLetters = 3;

/**
 * In characters, with titles. Many names are the start of others (Tesfa, Tesfaye), so a short text counts as whole. An
 * assumption: the only cut name among our documents has 34 characters.
 */
const minCutWidth = 20;

const titles = [
  ...["Mr", "Mrs", "Ms", "Miss", "Dr", "Prof", "Eng", "Engr", "Sr", "Ato", "Obbo", "Aadde"],
  ...["W/ro", "Wro", "Woizero", "Weizero", "Woyzero", "W/rt", "Wrt", "W/rit", "Woizerit", "Weizerit"],
  ...["አቶ", "ወ/ሮ", "ወይዘሮ", "ወ/ሪት", "ወሪት", "ወ/ት", "ወይዘሪት"],
  ...["ዶ/ር", "ዶክተር", "ፕ/ር", "ፕሮፌሰር", "ኢ/ር", "ኢንጂነር", "ኢንጅነር"],
];

const legalForms = [
  ...["PLC", "P L C", "Private Limited Company", "Private Limited", "Pvt", "Ltd", "Limited", "LLC", "Inc"],
  ...["SC", "S C", "Share Company", "Share Co", "Company", "Co", "Trading"],
  ...["ኃ/የተ/የግ/ማ", "ኃ/የተ/የግ/ማህበር", "ኃ/የተ/የግል ማህበር", "ኃላ/የተ/የግ/ማ", "ኃላ/የተ/የግ/ማህበር"],
  ...["ኃላፊነቱ የተወሰነ የግል ማህበር", "አ/ማ", "አክሲዮን ማህበር", "አክስዮን ማህበር", "ትሬዲንግ"],
];

/** Between the holders of a joint account; `and` may also be part of one name. */
const betweenHolders = /\s(?:and ?\/ ?or|and|or|&|እና ?\/ ?ወይም|እና|ወይም)\s/iu;
const onlyBetweenHolders = /\s(?:and ?\/ ?or|or|እና ?\/ ?ወይም|ወይም)\s/iu;

const connectingWords = ["and", "the", "of", "እና"];

/** Titles that are names too: they must agree like any word, but do not count as shared words. */
const titlesThatAreNames = [
  ...["Haji", "Hajji", "Sheikh", "Sheik", "Shek", "Abba", "Aba", "Kes", "Qes"],
  ...["ሐጂ", "ሼህ", "ሼክ", "አባ", "ቄስ"],
];

/** Letters that sound alike in Amharic. The first of a group stands for all of it. */
const homophoneGroups = [
  ...["ሀሃሐሓኀኃ", "ሁሑኁ", "ሂሒኂ", "ሄሔኄ", "ህሕኅ", "ሆሖኆኈ"],
  ...["ሰሠ", "ሱሡ", "ሲሢ", "ሳሣ", "ሴሤ", "ስሥ", "ሶሦ", "ሷሧ"],
  ...["አኣዐዓ", "ኡዑ", "ኢዒ", "ኤዔ", "እዕ", "ኦዖ"],
  ...["ጸፀ", "ጹፁ", "ጺፂ", "ጻፃ", "ጼፄ", "ጽፅ", "ጾፆ"],
  ...["ቆቈ", "ኮኰ", "ጎጐ"],
];

const homophones = new Map(
  homophoneGroups.flatMap((group) => [...group].map((letter) => [letter, group.charAt(0)] as const)),
);

/** By their first word. */
const ignoredPhrases: ReadonlyMap<string | undefined, readonly Words[]> = Map.groupBy(
  [...titles, ...legalForms, ...connectingWords].map(wordsOf),
  ([first]) => first,
);

const uncountedWords = new Set(titlesThatAreNames.flatMap(wordsOf));

/**
 * Compares the name on a receipt with all known names of an account. `unknown`: no known name has a word in a script of
 * the printed name; titles and legal forms do not count.
 *
 * Two names agree if every word of the shorter one equals a word of the longer one, in any order. One word may be
 * inexact: one edit apart, abbreviated (`H/Mariam`), or cut off at the end of the printed name. At least two words must
 * be shared, not counting an abbreviated or cut one; exactly the same words that are fewer are `unknown`. A name of two
 * holders (`A And/or B`) agrees if one of them does.
 */
export function agreeNames(printed: string | null, names: readonly string[]): NameMatch {
  const receivers = readHolders(printed ?? "");
  const known = names.flatMap(readHolders);
  const matches = new Set(receivers.flatMap((receiver) => known.map((name) => compareNames(receiver, name))));
  if (matches.has("agrees")) return "agrees";
  return matches.has("differs") ? "differs" : "unknown";
}

/** Whether a receipt can prove its receiver by one of these names: one that has two words that count. */
export function canNamesAgree(names: readonly string[]): boolean {
  return names.some((name) => agreeNames(name, [name]) === "agrees");
}

function compareNames(printed: Name, known: Name): NameMatch {
  const common = scripts.filter((script) => printed.words.has(script) && known.words.has(script));
  if (common.length === 0) return "unknown";
  const matches = common.map((script) => {
    const [one, other] = [printed.words.get(script) ?? [], known.words.get(script) ?? []];
    const [match, joined] = [
      matchWords(one, other, printed.cutWord),
      matchWords(joinAs(one, other), joinAs(other, one), printed.cutWord),
    ];
    return match === "differs" ? joined : match;
  });
  if (matches.includes("differs")) return "differs";
  if (matches.includes("agrees")) return "agrees";
  // A script that only one side has is not compared: `Abebe ከበደ` is more than the name `Abebe`.
  const isWhole = printed.words.size === common.length && known.words.size === common.length;
  if (!isWhole) return "differs";
  const shared = common.flatMap((script) => known.words.get(script) ?? []);
  return common.length > 1 && shared.filter(isCounted).length >= minSharedWords ? "agrees" : "unknown";
}

/** The same few words prove nothing: many people and shops are called `Abebe` or `Selam`. */
function matchWords(printed: Words, known: Words, cutWord: string | undefined): NameMatch {
  if (wordsAgree(printed, known, cutWord)) return "agrees";
  const { onlyPrinted, onlyKnown } = pairUp(printed, known);
  return onlyPrinted.length + onlyKnown.length === 0 ? "unknown" : "differs";
}

/**
 * At most one word may be inexact, so all equal words must be paired. There is one way to do so: the order does not
 * matter, and no search is needed. At most one word of the shorter name is then left.
 */
function wordsAgree(printed: Words, known: Words, cutWord: string | undefined): boolean {
  const { shared, onlyPrinted, onlyKnown } = pairUp(printed, known);
  const unequal = Math.min(onlyPrinted.length, onlyKnown.length);
  if (unequal > 1) return false;
  const counted = shared.filter(isCounted).length;
  if (unequal === 0) return counted >= minSharedWords;
  const anyPair = (test: (ofPrinted: string, ofKnown: string) => boolean) =>
    onlyPrinted.some((ofPrinted) => onlyKnown.some((ofKnown) => test(ofPrinted, ofKnown)));
  if (anyPair(isOneEditApart)) return counted + 1 >= minSharedWords;
  // The hidden part of a word proves nothing: Tes… may be Tesfaye or Tesema, H/Mariam Hailemariam or Habtemariam.
  if (counted < minSharedWords) return false;
  return anyPair(
    (ofPrinted, ofKnown) =>
      isAbbreviation(ofPrinted, ofKnown) ||
      isAbbreviation(ofKnown, ofPrinted) ||
      (ofPrinted === cutWord && isStart(ofPrinted, ofKnown)),
  );
}

/** Pairs equal words; each word is used once. */
function pairUp(printed: Words, known: Words) {
  const onlyKnown = [...known];
  const shared: string[] = [];
  const onlyPrinted: string[] = [];
  for (const word of printed) {
    const at = onlyKnown.indexOf(word);
    if (at < 0) onlyPrinted.push(word);
    else shared.push(...onlyKnown.splice(at, 1));
  }
  return { shared, onlyPrinted, onlyKnown };
}

/** Compound names are written as one word or two: joins two neighbours if the other name has them as one word. */
function joinAs(words: Words, other: Words): Words {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const pair = word + (words[at + 1] ?? "");
    const isOneWord =
      pair !== word && other.some((theirs) => theirs === pair || isAbbreviation(theirs, pair));
    joined.push(isOneWord ? pair : word);
    if (isOneWord) at += 1;
  }
  return joined;
}

/** Too many names share an initial, a number, `No` or `Al`. Two Ethiopic letters are a name: Ali, Nuru. */
function isCounted(word: string): boolean {
  const minLetters = scriptOf(word) === "ethiopic" ? 2 : 3;
  return countLetters(word) >= minLetters && !uncountedWords.has(word);
}

/** One letter more, less or different. Two swapped letters are two edits. */
function isOneEditApart(one: string, other: string): boolean {
  const [first, second] = [[...one], [...other]];
  const [least, most] = [Math.min(first.length, second.length), Math.max(first.length, second.length)];
  if (least < minEditedLetters || most - least > 1) return false;
  if (![one, other].every((word) => isAllLetters(word) && isCounted(word))) return false;
  return commonStart(first, second) + commonStart(first.toReversed(), second.toReversed()) >= most - 1;
}

function commonStart(one: Words, other: Words): number {
  const end = one.findIndex((letter, at) => letter !== other[at]);
  return end < 0 ? one.length : end;
}

function isAbbreviation(word: string, whole: string): boolean {
  const [initial = "", rest] = word.split("/");
  if (rest === undefined || whole.length < initial.length + rest.length) return false;
  return isAllLetters(whole) && whole.startsWith(initial) && whole.endsWith(rest);
}

function isStart(word: string, whole: string): boolean {
  return isAllLetters(word) && countLetters(word) >= minCutLetters && whole.startsWith(word);
}

/** The holders of a joint account, each with enough words of their own; any other text is one name. */
function readHolders(text: string): readonly Name[] {
  const all = text.length > maxNameLength ? [] : wordsOf(text);
  if (all.length > maxNameWords) return [readName([], false)];
  const parts = text.split(betweenHolders).map(wordsOf);
  const full = parts.filter(isFullName);
  // A holder whose name was cut off to one word proves nothing, with or without the other's words.
  const isJoint = full.length > 0 && (full.length === parts.length || onlyBetweenHolders.test(text));
  const isWide = all.join(" ").length >= minCutWidth;
  return isJoint && parts.length > 1
    ? full.map((part) => readName(part, isWide && part === parts.at(-1)))
    : [readName(all, isWide)];
}

const isFullName = (words: Words) => withoutIgnored(words).filter(isCounted).length >= minSharedWords;

function readName(all: Words, mayBeCut: boolean): Name {
  const words = withoutIgnored(all);
  const last = words.at(-1);
  return { words: wordsByScript(words), cutWord: mayBeCut && last === all.at(-1) ? last : undefined };
}

/** A script that has only initials is left out. Numbers belong to every script. */
function wordsByScript(words: Words): ReadonlyMap<Script, Words> {
  const used = scripts.filter((script) =>
    words.some((word) => scriptOf(word) === script && countLetters(word) > 1),
  );
  return new Map(
    used.map((script) => [script, words.filter((word) => (scriptOf(word) ?? script) === script)]),
  );
}

function scriptOf(word: string): Script | undefined {
  if (/\p{Script=Ethiopic}/u.test(word)) return "ethiopic";
  if (/\p{Script=Latin}/u.test(word)) return "latin";
  return /\p{L}/u.test(word) ? "other" : undefined;
}

function withoutIgnored(words: Words): Words {
  const used: string[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = ignoredPhrases
      .get(words[at])
      ?.find((ignored) => ignored.every((word, offset) => word === words[at + offset]));
    if (phrase === undefined) used.push(...words.slice(at, at + 1));
    at += phrase?.length ?? 1;
  }
  return used;
}

function wordsOf(text: string): Words {
  return fold(text)
    .split(/[^\p{L}\p{N}./]+/u)
    .flatMap(wordsOfPart)
    .filter((word) => word !== "");
}

/** `S.C.` is one word, `H/Mariam` is one with its slash, and `Abebe/Kebede` are two. */
function wordsOfPart(part: string): Words {
  const pieces = part.split(/[./]/).filter((piece) => piece !== "");
  if (pieces.every((piece) => /^\p{L}$/u.test(piece))) return [pieces.join("")];
  const undotted = part.replaceAll(".", "");
  return /^\p{L}\/\p{L}{3,}$/u.test(undotted) ? [undotted] : pieces;
}

/** Drops apostrophes (`Bai’sa`), accents and characters without width, because they occur within words. */
function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}'’‘`ʼʻʿʾ]/gu, "")
    .toUpperCase()
    .toLowerCase()
    .replace(/\p{Script=Ethiopic}/gu, (letter) => homophones.get(letter) ?? letter);
}

function countLetters(word: string): number {
  return [...word.replace(/\P{L}/gu, "")].length;
}

function isAllLetters(word: string): boolean {
  return /^\p{L}+$/u.test(word);
}
