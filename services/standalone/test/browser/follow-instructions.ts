import type { Locator, Page } from "playwright-core";
import type { Instruction } from "../docs/page-instructions.ts";

/** The state that earlier steps of a page have left for its reader. */
export interface Reader {
  /** Maps an address on the page to this test's service. */
  readonly toHere: (address: string) => string;
  /** Output of the service. */
  readonly printed: string;
}

/** Follows the instructions literally. Fails if a named element is not on the screen. */
export async function followInstructions(
  page: Page,
  instructions: readonly Instruction[],
  reader: Reader,
): Promise<void> {
  for (const instruction of instructions) {
    try {
      await follow(page, instruction, reader);
    } catch (error) {
      throw new Error(`could not be done at ${page.url()}: ${JSON.stringify(instruction)}`, { cause: error });
    }
  }
}

async function follow(page: Page, instruction: Instruction, reader: Reader): Promise<void> {
  switch (instruction.kind) {
    case "open":
      await page.goto(reader.toHere(instruction.address));
      return;
    case "fill":
      for (const [nth, value] of printedAt(instruction.line, reader).entries())
        await page.getByLabel(instruction.fields[nth] ?? "", { exact: true }).fill(value);
      return;
    case "press":
      await pressable(page, instruction.name).click();
      return;
    case "see_page":
      await page.getByRole("heading", { level: 1, name: instruction.title, exact: true }).waitFor();
      return;
    case "see": {
      const place = page.getByRole("region", { name: instruction.under, exact: true });
      for (const text of instruction.texts) await place.getByText(text, { exact: true }).first().waitFor();
    }
  }
}

const pressable = (page: Page, name: string): Locator =>
  page.getByRole("button", { name, exact: true }).or(page.getByRole("link", { name, exact: true }));

/** The two values of an output line such as `Dashboard: demo@example.com / …`. */
function printedAt(begin: string, { printed }: Reader): readonly string[] {
  const line = printed.split("\n").find((each) => each.startsWith(begin));
  const values = line?.slice(begin.length).trim().split(" / ") ?? [];
  if (values.length !== 2) throw new Error(`no two values were printed after ${begin}`);
  return values;
}
