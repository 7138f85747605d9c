import type { FileReading } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import { ApiFault, faultOf } from "../api/api-fault.ts";
import type { App } from "../app/app-context.ts";
import { badNotice } from "../elements/form.ts";
import { bankName } from "../language/banks.ts";
import { fileReadingTexts } from "./file-reading-texts.ts";
import { checkLetters } from "./result-view.ts";

type Candidate = FileReading["candidates"][number];

/** A code names its bank itself. */
export type FoundReceipt = { readonly code: string } | Candidate;

type Stage =
  | { readonly kind: "looking" | "recognizing" }
  | { readonly kind: "sending"; readonly part: number }
  | { readonly kind: "found"; readonly candidates: readonly Candidate[]; readonly chosen?: Candidate }
  | { readonly kind: "failed"; readonly fault: ApiFault };

/** A picked file: how far its reading is, and what it shows. */
export interface PickedFile {
  readonly view: (app: App) => TemplateResult;
  /** Drops a file that is still being read, and leaves finished readings as they are. */
  readonly stop: () => void;
}

/** Starts to read a file: on the device if it shows a code, else on the server. `found` only fills in. */
export function readPickedFile(
  app: App,
  file: File,
  on: { readonly changed: () => void; readonly found: (receipt: FoundReceipt) => void },
): PickedFile {
  const stopping = new AbortController();
  const { signal } = stopping;
  let stage: Stage | undefined;
  const show = (next: Stage | undefined) => {
    stage = next;
    on.changed();
  };
  const choose = (candidates: readonly Candidate[], chosen: Candidate) => {
    show({ kind: "found", candidates, chosen });
    on.found(chosen);
  };

  async function readOrSend() {
    const { readReceiptFile } = await import("@receipts/web-pages/client/receipt-file");
    return await readReceiptFile(file, {
      path: "/api/verify/read-file",
      sent: (part) => {
        if (!signal.aborted) show(part < 1 ? { kind: "sending", part } : { kind: "recognizing" });
      },
      signal,
    });
  }

  async function read(): Promise<void> {
    const result = await readOrSend().catch((cause: unknown) => {
      throw new ApiFault({ status: 0, code: "offline", message: "The network failed" }, { cause });
    });
    if (signal.aborted) return;
    if ("code" in result) {
      show({ kind: "found", candidates: [] });
      on.found(result);
      return;
    }
    const { data } = (await (await app.api.accept(result.response)).json()) as { data: FileReading }; // as in the contract
    const [first] = data.candidates;
    if (first !== undefined && !signal.aborted) choose(data.candidates, first);
  }

  show({ kind: "looking" });
  read().catch((error: unknown) => {
    if (!signal.aborted) show({ kind: "failed", fault: faultOf(error) });
  });
  return {
    view: (now) => (stage === undefined ? html`` : stageView(now, stage, choose)),
    stop: () => {
      if (stage?.kind === "found" || signal.aborted) return;
      stopping.abort();
      show(undefined);
    },
  };
}

function stageView(
  app: App,
  stage: Stage,
  choose: (candidates: readonly Candidate[], chosen: Candidate) => void,
): TemplateResult {
  const texts = fileReadingTexts[app.language];
  if (stage.kind === "failed") return badNotice(app.shared.faults(stage.fault));
  if (stage.kind !== "found")
    return html`<label class="progress">
      <span role="status">${texts[stage.kind]}</span>
      <progress max="1" value=${stage.kind === "sending" ? stage.part : nothing}></progress>
    </label>`;
  const { candidates, chosen } = stage;
  return html`<p class="notice" role="status">
      ${texts.compare} ${chosen && checkLetters(chosen, app.language)}
    </p>
    ${
      candidates.length < 2
        ? nothing
        : html`<p id="file-choices">${texts.choose}</p>
        <div class="tabs" role="group" aria-labelledby="file-choices">
          ${candidates.map(
            (candidate) =>
              html`<button
                type="button"
                aria-pressed=${candidate === chosen ? "true" : "false"}
                @click=${() => choose(candidates, candidate)}
              >
                ${bankName(candidate.bank, app.language)} <code>${candidate.referenceNumber}</code>
              </button>`,
          )}
        </div>`
    }`;
}
