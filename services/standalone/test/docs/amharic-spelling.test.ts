import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../../..");
/** Texts of banks stay as the banks write them. */
const files = globSync("{packages,services}/*/{client,src,pages,assets}/**/*.{ts,js,md}", {
  cwd: root,
}).filter((file) => !file.startsWith("packages/banks/"));

/** ሒሳብ (account) spelled another way, or the prefix የ twice. */
const misspelled = /[ሂኂ]ሳ[በ-ቦ]|[ሂሒኂ]ሣ[በ-ቦ]|የየ/u;

it("spells ሒሳብ one way in all Amharic texts, and doubles no prefix", () => {
  const amharic = files.filter((file) =>
    /\p{Script=Ethiopic}/u.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(amharic.length).toBeGreaterThan(20);
  const lines = amharic.flatMap((file) =>
    readFileSync(path.join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) => (misspelled.test(line) ? [`${file}:${index + 1}`] : [])),
  );
  expect(lines).toEqual([]);
});
