import fc from "fast-check";
import { agreeNames } from "../src/agree-names.ts";
import { nameCases } from "./agree-names-cases.ts";

describe.each(nameCases)("$promise", ({ match, pairs }) => {
  it.each(pairs)("%j, known as %j", (printed, known) => {
    expect(agreeNames(printed, [known])).toBe(match);
  });
});

it("has at least 150 cases", () => {
  expect(nameCases.flatMap(({ pairs }) => pairs).length).toBeGreaterThanOrEqual(150);
});

describe("several known names", () => {
  it("agree if one of them agrees", () => {
    expect(agreeNames("SELAM BAKERY", ["Abebe Kebede", "ሰላም ዳቦ", "Selam Bakery"])).toBe("agrees");
  });

  it("differ if none agrees and one can be compared", () => {
    expect(agreeNames("SELAM BAKERY", ["", "ሰላም ዳቦ", "Abebe Kebede"])).toBe("differs");
  });

  it("are unknown if none can be compared", () => {
    expect(agreeNames("SELAM BAKERY", ["", "ሰላም ዳቦ"])).toBe("unknown");
    expect(agreeNames("SELAM BAKERY", [])).toBe("unknown");
  });

  /** Two known names are two names: a payment to Abebe Molla is not to this shop. */
  it("share no words between them", () => {
    expect(agreeNames("ABEBE MOLLA", ["Abebe Kebede", "Girma Molla"])).toBe("differs");
  });
});

const people = ["Abebe", "Kebede", "Tesfaye", "Mohammed", "Girma", "Hailemariam", "Ali", "Yohannes", "Desta"];
const personWord = fc.constantFrom(...people);
const person = fc.array(personWord, { minLength: 1, maxLength: 4 });

/** With a letter more, less or different. */
function misspell(word: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat({ max: word.length }), fc.constantFrom("", "a", "t", "mm"))
    .map(([at, letters]) => word.slice(0, at) + letters + word.slice(at + 1));
}

/** The same person, a relative or a stranger: some words misspelt, replaced or left out, in any order. */
function relativeOf(words: readonly string[]): fc.Arbitrary<string[]> {
  const changed = words.map((word) =>
    fc.oneof(
      { arbitrary: fc.constant(word), weight: 6 },
      { arbitrary: fc.oneof(misspell(word), personWord, fc.constant("")), weight: 2 },
    ),
  );
  return fc
    .tuple(...changed)
    .chain((kept) => fc.shuffledSubarray(kept, { minLength: kept.length }))
    .map((kept) => kept.filter((word) => word !== ""));
}

const pairOfNames = person.chain((words) => fc.tuple(fc.constant(words), relativeOf(words)));

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(..."aAbé./' \u200b\u0301ß٣2አኃሃ፡/-", "Mr ", " PLC", "S.C.", "ወ/ሮ", "H/Mariam "),
  }),
);

describe("any two names", () => {
  /** The legal form at the end shows that no word before it is cut: only the printed name can be cut. */
  it("agree in both directions or in neither, when nothing is cut", () => {
    fc.assert(
      fc.property(pairOfNames, ([one, other]) => {
        const [first, second] = [`${one.join(" ")} PLC`, `${other.join(" ")} PLC`];
        expect(agreeNames(first, [second])).toBe(agreeNames(second, [first]));
      }),
      { numRuns: 1000 },
    );
  });

  it("match equally in any order of the words", () => {
    const shuffled = pairOfNames.chain(([printed, known]) =>
      fc.tuple(
        fc.constant(printed),
        fc.constant(known),
        fc.shuffledSubarray(known, { minLength: known.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([printed, known, reordered]) => {
        fc.pre(!hasJoin(printed, known) && !hasJoin(printed, reordered));
        const receipt = printed.join(" ");
        expect(agreeNames(receipt, [reordered.join(" ")])).toBe(agreeNames(receipt, [known.join(" ")]));
      }),
      { numRuns: 1000 },
    );
  });

  it("match equally in any case, with any accents, punctuation, title and legal form", () => {
    const styles: readonly ((name: string) => string)[] = [
      (name) => name.toUpperCase(),
      (name) => name.toLowerCase(),
      (name) => name.replace(/[aeou]/g, "$&\u0301"),
      (name) => name.replace(/[aeou]/g, "$&\u0301").normalize("NFC"),
      (name) => name.replaceAll(" ", ", "),
      (name) => `(${name})`,
      ...["Mr", "Mrs.", "Dr.", "Ato", "W/ro", "አቶ", "ወ/ሮ"].map(
        (title) => (name: string) => `${title} ${name}`,
      ),
      ...["PLC", "S.C.", "Share Company", "Trading", "አ.ማ"].map(
        (form) => (name: string) => `${name} ${form}`,
      ),
    ];
    fc.assert(
      fc.property(pairOfNames, fc.constantFrom(...styles), ([printed, known], style) => {
        const [receipt, name] = [printed.join(" "), known.join(" ")];
        expect(agreeNames(receipt, [style(name)])).toBe(agreeNames(receipt, [name]));
      }),
      { numRuns: 1000 },
    );
  });

  it("match equally with a title printed on a name that is not cut", () => {
    const title = fc.constantFrom("Mr", "Mrs.", "Dr.", "Ato", "W/ro", "አቶ", "ወ/ሮ");
    fc.assert(
      fc.property(pairOfNames, title, ([printed, known], before) => {
        const [receipt, name] = [`${printed.join(" ")} PLC`, known.join(" ")];
        expect(agreeNames(`${before} ${receipt}`, [name])).toBe(agreeNames(receipt, [name]));
      }),
    );
  });
});

describe("a stranger", () => {
  /** A word is shared if equal or at most one edit apart; a compound written as two counts as one word. */
  it("never agrees with fewer than two shared words, except for the whole name", () => {
    let agreed = 0;
    const ofTwoLetters = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 7 });
    const fewLetters = fc.array(ofTwoLetters, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.oneof(pairOfNames, fc.tuple(fewLetters, fewLetters)), ([printed, known]) => {
        if (agreeNames(printed.join(" "), [known.join(" ")]) !== "agrees") return;
        agreed += 1;
        const isWholeName = lettersOf(printed) === lettersOf(known);
        expect(isWholeName || sharedWords(printed, known) >= 2).toBe(true);
      }),
      { numRuns: 5000 },
    );
    // Otherwise the property was not tested.
    expect(agreed).toBeGreaterThan(500);
  });

  it("never agrees when each of his words is two letters off", () => {
    // These letters are not in the names, so two of them are two edits.
    const strange = fc.constantFrom(..."xzvp");
    const offByTwo = fc
      .tuple(personWord, strange, strange, fc.nat({ max: 1 }))
      .map(([word, first, second, at]) => word.slice(0, at) + first + second + word.slice(at + 2));
    fc.assert(
      fc.property(person, fc.array(offByTwo, { minLength: 1, maxLength: 4 }), (printed, known) => {
        expect(agreeNames(printed.join(" "), [known.join(" ")])).toBe("differs");
        expect(agreeNames(known.join(" "), [printed.join(" ")])).toBe("differs");
      }),
    );
  });

  it("never agrees by a shared title, legal form or initial", () => {
    const ending = fc.constantFrom("PLC", "S.C.", "Trading", "Trading PLC", "A", "B. C.", "2");
    fc.assert(
      fc.property(
        fc.constantFrom("Mr", "Dr.", "Ato", "The", "A."),
        ending,
        personWord,
        (title, end, word) => {
          expect(agreeNames(`${title} Selam ${word} ${end}`, [`${title} Selam ${end}`])).not.toBe("agrees");
        },
      ),
    );
  });
});

describe("text of any kind", () => {
  it("returns one of the three matches and never throws", () => {
    fc.assert(
      fc.property(fc.option(anyText), fc.array(anyText, { maxLength: 6 }), (printed, names) => {
        expect(["agrees", "differs", "unknown"]).toContain(agreeNames(printed, names));
      }),
      { numRuns: 1000 },
    );
  });

  it("never differs from itself, in any normal form of Unicode", () => {
    const form = fc.constantFrom("NFC", "NFD", "NFKC", "NFKD");
    fc.assert(
      fc.property(anyText, form, (text, normalForm) => {
        expect(agreeNames(text, [text])).not.toBe("differs");
        expect(agreeNames(text, [text.normalize(normalForm)])).toBe(agreeNames(text, [text]));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ["one word", "a".repeat(65_536)],
    ["words", "Abebe ".repeat(10_923)],
    ["separators", "./".repeat(32_768)],
    ["spaces around a name", `${" ".repeat(32_768)}Abebe Kebede${" ".repeat(32_768)}`],
    ["initials", "a.".repeat(32_768)],
    ["marks", `a${"\u0301".repeat(65_535)}`],
    ["ligatures", "\ufdfa".repeat(65_536)],
  ])("returns unknown for 64 KiB of %s", (_what, text) => {
    expect(agreeNames(text, ["Abebe Kebede"])).toBe("unknown");
    expect(agreeNames("ABEBE KEBEDE", [text])).toBe("unknown");
    expect(agreeNames(text, [text])).toBe("unknown");
  });
});

function hasJoin(printed: readonly string[], known: readonly string[]): boolean {
  const folded = [printed, known].map((words) => words.map((word) => word.toLowerCase()));
  const [one = [], other = []] = folded;
  return (
    joinsOf(one).some((join) => other.includes(join)) || joinsOf(other).some((join) => one.includes(join))
  );
}

function joinsOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => words[index] + word);
}

function lettersOf(words: readonly string[]): string {
  return [...words.join("").toLowerCase()].toSorted().join("");
}

/** Slow and by search, as the rule is fast and by reasoning: the most pairs that use no word twice. */
function sharedWords(printed: readonly string[], known: readonly string[]): number {
  const [word, ...rest] = printed;
  if (word === undefined) return 0;
  const pair = word + (rest[0] ?? "");
  const unused = (from: number, to: number) => known.filter((_, at) => at < from || at >= to);
  const counts = known.flatMap((theirs, at) => {
    const both = theirs + (known[at + 1] ?? "");
    return [
      ...(isAtMostOneEdit(word, theirs) ? [1 + sharedWords(rest, unused(at, at + 1))] : []),
      ...(isAtMostOneEdit(word, both) ? [1 + sharedWords(rest, unused(at, at + 2))] : []),
      ...(isAtMostOneEdit(pair, theirs) ? [1 + sharedWords(rest.slice(1), unused(at, at + 1))] : []),
    ];
  });
  return Math.max(sharedWords(rest, known), ...counts);
}

function isAtMostOneEdit(one: string, other: string): boolean {
  return editDistance(one.toLowerCase(), other.toLowerCase()) <= 1;
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const letter of one) {
    const above = row;
    row = [(above[0] ?? 0) + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (above[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1);
      row.push(Math.min(replaced, (above[at] ?? 0) + 1, (row[at - 1] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}
