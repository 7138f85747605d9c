import { entriesIn, isJson, type Json, listIn, textIn } from "./json-reading.ts";

/** One surface of the service with its OpenAPI document. */
export interface Surface {
  readonly title: string;
  readonly document: Json;
  /** Address of the document itself. */
  readonly address: string;
  /** Prefix of its page names, so that both surfaces can have the same tag. */
  readonly prefix: string;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly json: Json;
}

/** The operations of one tag, which make one page. */
export interface OperationGroup {
  readonly surface: Surface;
  readonly title: string;
  /** Name of the page below `/docs`. */
  readonly page: string;
  readonly operations: readonly Operation[];
}

const METHODS = ["get", "post", "put", "patch", "delete"];

export function operationsOf({ document }: Surface): readonly Operation[] {
  return entriesIn(document, "paths").flatMap(([path, item]) =>
    entriesIn({ item }, "item")
      .filter(([method]) => METHODS.includes(method))
      .map(([method, json]) => ({
        id: textIn(json, "operationId"),
        method: method.toUpperCase(),
        path,
        tag: String(listIn(json, "tags")[0] ?? "Other"),
        summary: textIn(json, "summary"),
        json,
      })),
  );
}

export function operationGroupsOf(surface: Surface): readonly OperationGroup[] {
  return [...Map.groupBy(operationsOf(surface), ({ tag }) => tag)].map(([title, operations]) => ({
    surface,
    title,
    page: `reference/${surface.prefix}${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`,
    operations,
  }));
}

/** Returns each webhook with its event and the operation of the receiver. */
export function webhooksOf({
  document,
}: Surface): readonly { readonly event: string; readonly json: Json }[] {
  return entriesIn(document, "webhooks").flatMap(([event, item]) =>
    [item["post"]].filter(isJson).map((json) => ({ event, json })),
  );
}
