import { readFileSync } from "node:fs";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../../runbooks");

/** The sections of an alert's page by their headings. */
export function readRunbook(alert: string): ReadonlyMap<string, string> {
  const text = readFileSync(path.join(folder, `${alert}.md`), "utf8");
  const [title, ...sections] = text.split(/^## /m);
  if (title?.trim() !== `# ${alert}`) throw new Error(`${alert}.md has another title`);
  return new Map(
    sections.map((section) => {
      const end = section.indexOf("\n");
      return [section.slice(0, end), section.slice(end)];
    }),
  );
}

/** The code blocks of its diagnosis; the first one is the first query. */
export function commandsOf(alert: string): string[] {
  const diagnosis = readRunbook(alert).get("Diagnosis") ?? "";
  return [...diagnosis.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands = ""]) => commands);
}
