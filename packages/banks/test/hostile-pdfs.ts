import { deflateSync } from "node:zlib";

/** A PDF of these objects, the first of which is its catalog. */
export function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n", "latin1")];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([text(`${index + 1} 0 obj\n`), text(object), text("\nendobj\n")]);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  parts.push(
    text(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const text = (part: string | Buffer) => (typeof part === "string" ? Buffer.from(part, "latin1") : part);

function stream(dictionary: string, data: string | Buffer): Buffer {
  const bytes = text(data);
  return Buffer.concat([
    text(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    text("\nendstream"),
  ]);
}

const FONT = "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>";
const pageOf = (page: string, rest: readonly (string | Buffer)[]) =>
  pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R ${page} >>`,
    ...rest,
  ]);

/** Two kilobytes: each form draws the next one so many times. */
export function nestedForms(depth: number, times: number): Buffer {
  const draws = "/X Do ".repeat(times);
  const forms = Array.from({ length: depth }, (_, nth) => {
    const isLast = nth === depth - 1;
    const resources = isLast ? FONT : `/XObject << /X ${6 + nth} 0 R >>`;
    return stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${resources} >>`,
      isLast ? "BT /F 12 Tf (x) Tj ET" : draws,
    );
  });
  return pageOf(`/Resources << /XObject << /X 5 0 R >> ${FONT} >>`, [stream("", draws), ...forms]);
}

/** A kilobyte: so many megabytes of blanks, deflated twice. */
export function deflatedTwice(mebibytes: number): Buffer {
  const once = deflateSync(Buffer.alloc(mebibytes * 1024 * 1024, " "), { level: 9 });
  const twice = deflateSync(once, { level: 9 });
  return pageOf("", [stream("/Filter [/FlateDecode /FlateDecode]", twice)]);
}

/** Letters on one page, drawn one by one. */
export function longText(letters: number): Buffer {
  const drawn = deflateSync(`BT /F 12 Tf ${"(xxxxxxxxxx) Tj T* ".repeat(letters / 10)} ET`);
  return pageOf(`/Resources << ${FONT} >>`, [stream("/Filter /FlateDecode", drawn)]);
}

/** A page tree that is its own child. */
export function endlessPages(): Buffer {
  return pdfOf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>"]);
}

/** More pages than a receipt has. */
export function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, nth) => `${nth + 3} 0 R`).join(" ");
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    ...Array.from({ length: count }, () => "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>"),
  ]);
}

/** One page with this content, deflated: repetition costs no bandwidth. */
function drawing(content: string | Buffer, filter = "/FlateDecode"): Buffer {
  return pageOf(`/Resources << ${FONT} >>`, [stream(`/Filter [${filter}]`, deflateSync(content))]);
}

export function nestedArrays(depth: number): Buffer {
  return drawing("[".repeat(depth));
}

export function nestedDictionaries(depth: number): Buffer {
  return drawing("<< /a ".repeat(depth));
}

/** Graphics states that are saved and never restored. */
export function savedStates(count: number): Buffer {
  return drawing("q ".repeat(count));
}

/** Runs of 128 letters, two bytes each, and those deflated. */
export function runsOfBytes(mebibytes: number): Buffer {
  const runs = Buffer.from([129, 32]);
  const encoded = Buffer.alloc((mebibytes * 1024 * 1024) / 64, runs);
  return drawing(encoded, "/FlateDecode /RunLengthDecode");
}

/** A form that draws itself. */
export function formOfItself(): Buffer {
  const form = "/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X 5 0 R >> >>";
  const draws = "/X Do ".repeat(8);
  return pageOf("/Resources << /XObject << /X 5 0 R >> >>", [stream("", draws), stream(form, draws)]);
}

/** A font whose character map covers everything in every range. */
export function wideCharacterMap(ranges: number): Buffer {
  const map = `/CIDInit /ProcSet findresource begin 1 begincmap ${"1 beginbfrange <0000> <FFFF> <0000> endbfrange ".repeat(ranges)} endcmap`;
  const font =
    "<< /Type /Font /Subtype /Type0 /BaseFont /F /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [7 0 R] >>";
  return pageOf("/Resources << /Font << /F 5 0 R >> >>", [
    stream("", "BT /F 12 Tf <0041> Tj ET"),
    font,
    stream("/Filter /FlateDecode", deflateSync(map)),
    "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /F /CIDSystemInfo << /Registry (A) /Ordering (B) /Supplement 0 >> >>",
  ]);
}

/** A table of contents that names itself as the previous one. */
export function tableOfItself(): Buffer {
  const whole = pageOf("", [stream("", "")]).toString("latin1");
  const start = whole.indexOf("xref\n");
  return text(whole.replace("/Root 1 0 R", `/Root 1 0 R /Prev ${start}`));
}
