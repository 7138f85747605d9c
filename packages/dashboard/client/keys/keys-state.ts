import type { Texts } from "@receipts/web-pages/texts";
import type { Api } from "../api/api-client.ts";
import type { LazyPlace } from "../app/lazy-page.ts";
import type { ViewContext } from "../app/page.ts";
import { type FormState, idleForm } from "../elements/form.ts";
import type { pageOf } from "../elements/pager.ts";
import type { Branch } from "../places/branches.ts";
import type { KeyDraft, KeyRow } from "./key-row.ts";

export type KeyDialog =
  | { readonly kind: "make" }
  | { readonly kind: "rotate" | "revoke" | "takeOver"; readonly key: KeyRow }
  /** Held only here; closing the dialog drops it. */
  | { readonly kind: "secret"; readonly secret: string; readonly isReplacement: boolean };

interface KeysState {
  readonly form: FormState;
  readonly dialog: KeyDialog | undefined;
  /** Set from the creation of the new key until one of the two is revoked. */
  readonly rotation: { readonly old: KeyRow; readonly newId: string } | undefined;
}

export const startKeys: KeysState = { form: idleForm, dialog: undefined, rotation: undefined };

interface KeyList {
  readonly rows: readonly KeyRow[];
  /** To choose from; none for keys that belong to no branch. */
  readonly branches: readonly Branch[];
  readonly meta: { readonly total: number; readonly limit: number; readonly offset: number };
}

/** Texts that differ between the kinds of keys. */
export interface KeyPageTexts {
  readonly title: string;
  readonly intro: string;
  readonly docs: string;
  readonly none: string;
  readonly noneTodo: string;
  readonly grants: string;
  /** By grant, in the order of the form. */
  readonly grantNames: Readonly<Record<string, string>>;
}

/** Operations and choices of one kind of key. */
export interface KeyKind extends LazyPlace {
  /** Address of its documentation page. */
  readonly docs: string;
  /** As in `error.details` of the API. */
  readonly grantsField: string;
  /** Grants that only owners and managers give, as in `rolesThatGive` of the contracts. */
  readonly managementGrants: readonly string[];
  /** Preselected grants. */
  readonly preselected: readonly string[];
  readonly list: (
    api: Api,
    asked: { readonly query: ReturnType<typeof pageOf>; readonly signal: AbortSignal },
  ) => Promise<KeyList>;
  readonly create: (api: Api, draft: KeyDraft) => Promise<{ readonly id: string; readonly secret: string }>;
  readonly revoke: (api: Api, id: string) => Promise<unknown>;
  readonly takeOver: (api: Api, id: string) => Promise<unknown>;
}

export type KeysContext = ViewContext<Texts<KeyPageTexts>, KeyList, KeysState> & { readonly kind: KeyKind };
