import { writeFile } from "node:fs/promises";
import path from "node:path";
import { eventSchemas, eventTypeSchema } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { z } from "zod";
import type { DocumentedService } from "./documented-service.ts";
import { type PageBlock, readBlocks, rewriteBlock } from "./page-blocks.ts";
import { openPageShell, type PageShell } from "./page-shell.ts";
import { jsonObjectsIn, lasting, outputPattern, pageJson } from "./shown-answers.ts";

/** Other tests run it: it needs packages. */
export const isExample = (role: string) => role.startsWith("example ");

export const programs = ["js", "python", "php"];
const bodySchema = z.looseObject({ type: eventTypeSchema });

/** Sets the variables that every guide uses. */
const [setVariables] = readBlocks("quick-start.md").filter(({ code }) => code.startsWith("export API_KEY="));

/** Follows a page from top to bottom, as a reader does. */
export async function followPage(service: DocumentedService, file: string): Promise<void> {
  const variables = file.startsWith("quick-start") ? "" : (setVariables?.code ?? "");
  await followBlocks(service, { file, variables, blocks: readBlocks(file) });
}

/** Returns the actual response of the last block that the page shows. */
export async function followBlocks(
  service: Pick<DocumentedService, "folder" | "env" | "toHere" | "toPage">,
  page: { readonly file: string; readonly variables: string; readonly blocks: readonly PageBlock[] },
): Promise<unknown> {
  const { file, variables, blocks } = page;
  const shell = openPageShell({ folder: service.folder, env: service.env });
  try {
    await shell.run(variables);
    let answers: unknown[] = [];
    let shown: unknown;
    for (const [nth, block] of blocks.entries()) {
      if (block.language === "sh" && block.role === "") {
        await writeFile(path.join(service.folder, ".curlrc"), showsAnswer(blocks, nth) ? "" : REFUSALS_FAIL);
        answers = jsonObjectsIn(service.toPage(await shell.run(service.toHere(block.code))));
      } else if (block.language === "json" && block.role === "answer") {
        shown = answers.shift();
        compareAnswer(file, nth, block, shown);
      } else await followOther(service, block, shell);
    }
    return shown;
  } finally {
    await shell.close();
  }
}

/** A shown response is compared, even an error. Without one, an error must fail the block. */
const REFUSALS_FAIL = "fail-with-body\n";

function showsAnswer(blocks: readonly PageBlock[], nth: number): boolean {
  const after = blocks.slice(nth + 1);
  const next = after.findIndex(({ language }) => language === "sh");
  return (next === -1 ? after : after.slice(0, next)).some(
    ({ language, role }) => language === "json" && role === "answer",
  );
}

async function followOther(
  service: Pick<DocumentedService, "folder" | "toHere" | "toPage">,
  { language, role, code, place }: PageBlock,
  shell: PageShell,
): Promise<void> {
  if (isExample(role)) return;
  const kind = `${language} ${role}`.trim();
  if (programs.includes(language) && role.includes(".")) {
    await writeFile(path.join(service.folder, role), service.toHere(code));
  } else if (kind === "json webhook") {
    const body = bodySchema.parse(JSON.parse(code));
    eventSchemas[body.type].parse(body);
  } else if (kind === "text output") {
    const pattern = outputPattern(code);
    await until(() => pattern.test(service.toPage(shell.printed())), {
      what: `${place}: ${code}\nprinted was: ${shell.printed()}`,
    });
  } else if (kind !== "text" && kind !== "sh server") throw new Error(`${place}: \`${kind}\` has no rule`);
}

/** `UPDATE_DOCS=true` writes the actual response into the page, so that a reviewer sees the diff. */
function compareAnswer(file: string, nth: number, { code, place }: PageBlock, answer: unknown): void {
  if (answer === undefined) throw new Error(`${place}: no response`);
  const [shown, here] = [lasting(JSON.parse(code)), lasting(answer)];
  if (process.env["UPDATE_DOCS"] === "true" && JSON.stringify(shown) !== JSON.stringify(here)) {
    rewriteBlock(file, nth, withoutSecrets(pageJson(answer)));
  } else expect({ place, answer: here }).toEqual({ place, answer: shown });
}

/** Readers and scanners would report a key in a page. */
function withoutSecrets(text: string): string {
  return text.replaceAll(/\b(rvk|sck|whsec)_[0-9A-Za-z+/=]{20,}/g, "$1_…");
}
