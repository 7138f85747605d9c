import type { WebhookEndpoint } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import { ApiFault } from "../api/api-fault.ts";
import type { BodyAt } from "../api/api-routes.ts";
import type { App } from "../app/app-context.ts";
import { formDialog } from "../elements/dialog.ts";
import type { FormParts, FormSettings, FormValues } from "../elements/form.ts";
import { isolated } from "../format/isolated.ts";
import { endpointTexts } from "./endpoint-texts.ts";
import { EVERY_TYPE, isChosen, switched, typeGroups } from "./event-patterns.ts";
import { eventTypeTexts } from "./event-type-texts.ts";

type Patterns = NonNullable<BodyAt<"patch", "/api/webhook-endpoints/{id}">["types"]>;

/** As in a change of an endpoint; a new one has no nulls. */
export interface EndpointDraft {
  readonly url: string;
  readonly types: Patterns;
  readonly description: string | null;
  readonly maxPerSecond: number | null;
  /** Absent: the stored ones stay. */
  readonly headers?: Record<string, string> | null;
}

interface EndpointDialogSettings extends Pick<FormSettings, "app" | "form" | "set"> {
  /** The edited endpoint; undefined for a new one. */
  readonly endpoint?: WebhookEndpoint;
  /** Chosen in the form. */
  readonly types: readonly string[];
  readonly setTypes: (types: readonly string[]) => void;
  readonly send: (draft: EndpointDraft) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The form of a new or an edited endpoint. */
export function endpointDialog(settings: EndpointDialogSettings): TemplateResult {
  const { app, endpoint, types } = settings;
  const texts = endpointTexts[app.language];
  return formDialog({
    ...settings,
    title: endpoint === undefined ? texts.add : texts.edit,
    send: (values) => withWholeFields(() => settings.send(draftOf(values, settings))),
    body: ({ field, choices, submit }) =>
      html`${field({
        name: "url",
        label: texts.url,
        hint: endpoint?.default === true ? texts.defaultUrlHint : texts.urlHint,
        type: "url",
        placeholder: "https://",
        value: endpoint?.url,
      })}
      ${field({
        name: "description",
        label: texts.description,
        hint: texts.descriptionHint,
        value: endpoint?.description ?? "",
        isOptional: true,
      })}
      ${typesView(settings, choices)}
      ${field({
        name: "headers",
        label: texts.headers,
        hint: headersHint(endpoint, app),
        type: "lines",
        isOptional: true,
      })}
      ${
        endpoint === undefined || endpoint.headerNames.length === 0
          ? nothing
          : html`<label class="choice"
              ><input type="checkbox" name="removeHeaders" /><span>${texts.removeHeaders}</span></label
            >`
      }
      ${field({
        name: "maxPerSecond",
        label: texts.rate,
        hint: texts.rateHint,
        type: "number",
        value: String(endpoint?.maxPerSecond ?? ""),
        isOptional: true,
      })}
      ${submit(app.shared.save)}`,
  });

  function typesView({ setTypes }: EndpointDialogSettings, choices: FormParts["choices"]): TemplateResult {
    const every = { value: EVERY_TYPE, label: texts.everyType, isChosen: types.includes(EVERY_TYPE) };
    const single = (type: keyof typeof eventTypeTexts.en, isInner: boolean) => ({
      value: type,
      label: html`<code>${type}</code> <span class="soft">${eventTypeTexts[app.language][type]}</span>`,
      isChosen: isChosen(types, type),
      isInner,
    });
    const grouped = typeGroups.flatMap((group) => {
      const [only, ...others] = group.types;
      if (only !== undefined && others.length === 0) return [single(only, false)];
      const label = html`<code>${group.name}</code> <span class="soft">${texts.wholeGroup}</span>`;
      const whole = { value: group.name, label, isChosen: isChosen(types, group.name) };
      return [whole, ...group.types.map((type) => single(type, true))];
    });
    return choices({
      name: "types",
      label: texts.events,
      choices: every.isChosen ? [every] : [every, ...grouped],
      changed: (pattern) => setTypes(switched(types, pattern)),
    });
  }
}

function headersHint(endpoint: WebhookEndpoint | undefined, { language }: App): string {
  const { headersHint: hint, headersKept } = endpointTexts[language];
  if (endpoint === undefined || endpoint.headerNames.length === 0) return hint;
  return `${hint} ${headersKept(endpoint.headerNames.map(isolated).join(", "))}`;
}

function draftOf(
  values: FormValues,
  { app, types }: Pick<EndpointDialogSettings, "app" | "types">,
): EndpointDraft {
  const rate = values.optional("maxPerSecond");
  const headers =
    headersOf(values.text("headers"), app) ?? (values.isChecked("removeHeaders") ? null : undefined);
  return {
    url: values.text("url").trim(),
    types: types as Patterns, // of our own list, or those of the endpoint
    description: values.optional("description")?.trim() ?? null,
    maxPerSecond: rate === undefined ? null : Number(rate),
    ...(headers === undefined ? {} : { headers }),
  };
}

/** The body of a new endpoint. */
export function newEndpointOf({ url, types, description, maxPerSecond, headers }: EndpointDraft) {
  return {
    url,
    types,
    ...(description === null ? {} : { description }),
    ...(maxPerSecond === null ? {} : { maxPerSecond }),
    ...(headers === null || headers === undefined ? {} : { headers }),
  };
}

function headersOf(lines: string, { language }: App): Record<string, string> | undefined {
  const entries = lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): [string, string] => {
      const [name = "", ...value] = line.split(":");
      if (value.length === 0) throw faultAt("headers", endpointTexts[language].headerLine);
      return [name.trim(), value.join(":").trim()];
    });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function faultAt(field: string, message: string): ApiFault {
  return new ApiFault({ status: 422, code: "invalid_payload", message, details: [{ field, message }] });
}

/** The API names one header or one type, which is a part of a field here. */
async function withWholeFields(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error;
    const { status, code, message, requestId, details } = error;
    const whole = details.map((each) => ({ ...each, field: each.field.split(".")[0] ?? "" }));
    throw new ApiFault(
      { status, code, message, details: whole, ...(requestId === undefined ? {} : { requestId }) },
      { cause: error },
    );
  }
}
