import { html, type TemplateResult } from "lit-html";
import { ApiFault } from "../api/api-fault.ts";
import { addressOfPage } from "../app/routes.ts";
import { emptyState } from "./empty-state.ts";
import { type FormState, idleForm } from "./form.ts";
import { pageOf } from "./pager.ts";

/** A filter that the API rejects is an error of the form, not of the page. */
export type Filtered<Answer> =
  | { readonly kind: "list"; readonly answer: Answer }
  | { readonly kind: "refused"; readonly form: FormState };

/** The non-empty filters of an address. Names are the API's, so each view has its own address. */
export function chosenIn(query: URLSearchParams, filters: readonly string[]): [string, string][] {
  return filters.flatMap((name): [string, string][] => {
    const value = (query.get(name) ?? "").trim();
    return value === "" ? [] : [[name, value]];
  });
}

export async function loadFiltered<Answer>(
  query: URLSearchParams,
  filters: readonly string[],
  ask: (query: Readonly<Record<string, string | number>>) => Promise<Answer>,
): Promise<Filtered<Answer>> {
  try {
    const answer = await ask({ ...pageOf(query), ...Object.fromEntries(chosenIn(query, filters)) });
    return { kind: "list", answer };
  } catch (error) {
    if (!(error instanceof ApiFault) || error.code !== "invalid_payload") throw error;
    return { kind: "refused", form: { isBusy: false, fault: error } };
  }
}

/** State of the filter form. */
export function filterState(loaded: Filtered<unknown>): FormState {
  return loaded.kind === "refused" ? loaded.form : idleForm;
}

/** Replaces an empty list: no matches for the filters, or no items yet. */
export function emptyList(settings: {
  readonly texts: Readonly<Record<"none" | "noneTodo" | "noMatch" | "noMatchTodo", string>>;
  readonly isFiltered: boolean;
  /** Link to the unfiltered list. */
  readonly clear: { readonly path: string; readonly title: string };
  readonly first?: TemplateResult;
}): TemplateResult {
  const { texts, isFiltered, clear, first } = settings;
  if (!isFiltered) return emptyState(texts.none, texts.noneTodo, first);
  const whole = html`<a class="button quiet" href=${addressOfPage(clear.path)}>${clear.title}</a>`;
  return emptyState(texts.noMatch, texts.noMatchTodo, whole);
}
