import type { FileReading } from "@receipts/contracts";
import { html, type TemplateResult } from "lit-html";

type Reading = Pick<FileReading["candidates"][number], "referenceNumber"> & {
  readonly unsureAt?: readonly number[];
};

/** The number, with the letters marked that a picture may as well show as others. */
export function markedReference({ referenceNumber, unsureAt = [] }: Reading): TemplateResult {
  return html`<code
    >${Array.from(referenceNumber, (letter, at) => (unsureAt.includes(at) ? html`<mark>${letter}</mark>` : letter))}</code
  >`;
}
