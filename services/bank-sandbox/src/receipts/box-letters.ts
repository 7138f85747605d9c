/** In thousandths of the font's size. */
const letterWidth = 600;
const boxLetter = `${letterWidth} 0 0 0 550 700 d1 0 0 550 700 re f`;
const blank = `${letterWidth} 0 0 0 0 0 d1`;
/** A font with one byte for each letter, and code 0 unused. */
const maxLetters = 255;

export interface BoxLetters {
  /** Draws the text and returns its width in points. */
  write(
    text: string,
    place: { readonly x: number; readonly baseline: number; readonly size: number },
  ): number;
}

/**
 * Writes letters that the built-in fonts lack: each looks like a box, and is extracted from the PDF as the letter that
 * it stands for. `used` are all texts that will be written, on the document's one page.
 */
export function createBoxLetters(document: PDFKit.PDFDocument, used: readonly string[]): BoxLetters {
  const letters = [...new Set(used.join(""))];
  if (letters.length > maxLetters) throw new Error("too many different letters for one font");
  document.page.fonts.Boxes = boxFont(document, letters);
  return {
    write(text, { x, baseline, size }) {
      const codes = [...text].map((letter) => hex(letters.indexOf(letter) + 1, 2)).join("");
      const place = `1 0 0 1 ${x} ${document.page.height - baseline} Tm`;
      // pdfkit flips the page while it draws, so it is flipped back.
      document.save().transform(1, 0, 0, -1, 0, document.page.height);
      document.addContent(`BT ${place} /Boxes ${size} Tf <${codes}> Tj ET`);
      document.restore();
      return (codes.length / 2) * (letterWidth / 1_000) * size;
    },
  };
}

function boxFont(document: PDFKit.PDFDocument, letters: readonly string[]): unknown {
  const names = letters.map((_letter, index) => `box${index + 1}`);
  const glyphs = letters.map((letter) => stream(document, letter === " " ? blank : boxLetter));
  const font = document.ref({
    Type: "Font",
    Subtype: "Type3",
    FontBBox: [0, 0, 1_000, 1_000],
    FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
    Resources: {},
    CharProcs: Object.fromEntries(names.map((name, index) => [name, glyphs[index]])),
    Encoding: { Type: "Encoding", Differences: [1, ...names] },
    FirstChar: 1,
    LastChar: letters.length,
    Widths: letters.map(() => letterWidth),
    ToUnicode: stream(document, unicodeMap(letters)),
  });
  font.end(undefined);
  return font;
}

function stream(document: PDFKit.PDFDocument, content: string): unknown {
  const reference = document.ref({});
  reference.end(Buffer.from(content));
  return reference;
}

function unicodeMap(letters: readonly string[]): string {
  const rows = letters.map(
    (letter, index) => `<${hex(index + 1, 2)}> <${hex(letter.codePointAt(0) ?? 0, 4)}>`,
  );
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CMapName /Boxes def /CMapType 2 def",
    "1 begincodespacerange <00> <ff> endcodespacerange",
    ...inHundreds(rows).flatMap((hundred) => [`${hundred.length} beginbfchar`, ...hundred, "endbfchar"]),
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}

/** The maximum of one such block. */
function inHundreds(rows: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(rows.length / 100) }, (_, index) =>
    rows.slice(index * 100, (index + 1) * 100),
  );
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
