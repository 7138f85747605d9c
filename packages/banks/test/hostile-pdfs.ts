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

/** Letters on one page, written one by one. */
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
