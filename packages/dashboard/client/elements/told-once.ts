import { html, nothing, type TemplateResult } from "lit-html";
import type { App } from "../app/app-context.ts";
import { button } from "./button.ts";

/** A notice until the person has read it, in this browser. `read` is called then. */
export function toldOnce(
  app: Pick<App, "shared">,
  name: string,
  text: TemplateResult | string,
  read: () => void,
): TemplateResult | typeof nothing {
  const key = `told-${name}`;
  if (isTold(key)) return nothing;
  const tell = () => {
    try {
      localStorage.setItem(key, "true");
    } catch {
      // Without storage it is told again.
    }
    read();
  };
  return html`<div class="notice"><p>${text}</p>${button(app.shared.understood, tell)}</div>`;
}

function isTold(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
