import { readdirSync, readFileSync } from "node:fs";
import { type AssetFile, pageStyle } from "@receipts/web-pages";
import { withoutParts } from "./without-parts.ts";

const asset = (file: string) => new URL(`../assets/${file}`, import.meta.url);

/** Browsers import by path, not by package. */
const LIBRARY = "minisearch.js";

export function readIcon(): Buffer {
  return readFileSync(asset("docs.svg"));
}

/** The style, the icon, and the scripts with the search library beside them. */
export function readDocumentationAssets(): readonly AssetFile[] {
  const scripts = readdirSync(asset("")).filter((file) => file.endsWith(".js"));
  return [
    {
      file: "docs.css",
      contentType: "text/css; charset=utf-8",
      bytes: Buffer.from(pageStyle(asset("docs.css"))),
    },
    { file: "docs.svg", contentType: "image/svg+xml", bytes: readIcon() },
    ...scripts.map((file) => scriptOf(file, readFileSync(asset(file), "utf8"))),
    scriptOf(LIBRARY, readFileSync(new URL(import.meta.resolve("minisearch")), "utf8")),
  ];
}

/** Leaves out documentation comments, which are half of the library's bytes, and the name of a source map. */
function scriptOf(file: string, text: string): AssetFile {
  const code = withoutParts(withoutParts(text, "/**", "*/"), "//# sourceMappingURL=", ".map").replaceAll(
    'import("minisearch")',
    `import("./${LIBRARY}")`,
  );
  return { file, contentType: "text/javascript; charset=utf-8", bytes: Buffer.from(code) };
}
