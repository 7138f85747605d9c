import { html, type TemplateResult } from "lit-html";
import { ApiFault } from "../../api/api-fault.ts";
import { addressOfPage } from "../../app/routes.ts";
import { dialogOf, endDialog, formDialog } from "../../elements/dialog.ts";
import { type FormValues, requireEntered } from "../../elements/form.ts";
import { bankName, showsLittle, supportedBanks } from "../../language/banks.ts";
import { branchField, branchIn } from "../../places/branches.ts";
import type { AccountsContext, SavedAccount } from "./bank-accounts-state.ts";

interface Shown {
  /** The edited account; undefined for a new one. */
  readonly account: SavedAccount | undefined;
  /** Selected in the form: determines the hints. */
  readonly bank: string;
}

export function accountDialog(context: AccountsContext, { account, bank }: Shown): TemplateResult {
  const { app, texts, data, change } = context;
  const { shared, language } = app;
  const banks = supportedBanks();
  const chosen = banks.find((code) => code === bank) ?? banks[0];
  const numberHint = (chosen === undefined ? undefined : texts.numberHints[chosen]) ?? texts.numberHint;
  return formDialog({
    ...dialogOf(context),
    title: account === undefined ? texts.add : texts.edit,
    send: (values) => save(context, account, values),
    body: (parts) => {
      const { field, select, submit } = parts;
      return html`${select({
        name: "bank",
        label: shared.bank,
        value: chosen,
        options: banks.map((code) => [code, bankName(code, language)]),
        changed: (next) => change({ dialog: { kind: "save", account, bank: next } }),
      })}
      ${field({
        name: "accountNumber",
        label: texts.accountNumber,
        hint: numberHint,
        value: account?.accountNumber,
      })}
      ${field({
        name: "accountName",
        label: texts.accountName,
        hint: texts.accountNameHint,
        value: account?.accountName,
      })}
      ${field({
        name: "otherNames",
        label: texts.otherNames,
        hint: texts.otherNamesHint,
        value: account?.otherNames.join(", "),
        isOptional: true,
      })}
      ${chosen !== undefined && showsLittle(chosen) ? html`<p class="notice">${texts.showsLittle}</p>` : ""}
      ${field({
        name: "label",
        label: texts.label,
        hint: texts.labelHint,
        value: account?.label ?? "",
        isOptional: true,
      })}
      ${branchField(app, data.branches, parts, account?.branchId, texts.branchHint)}
      ${
        data.hasBusiness
          ? select({
              name: "owner",
              label: texts.owner,
              hint: texts.ownerHint,
              value: account?.owner ?? "user",
              options: Object.entries(texts.owners),
            })
          : html`<p class="hint">
            ${texts.noBusiness} <a class="link" href=${addressOfPage("/profile")}>${texts.toProfile}</a>
          </p>`
      }
      ${submit(shared.save)}`;
    },
  });
}

async function save(
  context: AccountsContext,
  account: SavedAccount | undefined,
  values: FormValues,
): Promise<void> {
  const { app, texts } = context;
  requireEntered(values, ["accountNumber", "accountName"]);
  const body = draftOf(values);
  const send = (): Promise<unknown> =>
    account === undefined
      ? app.api.post("/api/bank-accounts", body)
      : app.api.patch("/api/bank-accounts/{id}", body, { params: { id: account.id } });
  await withDuplicateAtField(texts.duplicate, send);
  void endDialog(context, texts.added);
}

function draftOf(values: FormValues) {
  return {
    bank: values.text("bank"),
    accountNumber: values.text("accountNumber"),
    accountName: values.text("accountName"),
    otherNames: values
      .text("otherNames")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
    label: values.optional("label") ?? null,
    branchId: branchIn(values),
    owner: values.text("owner") === "business" ? ("business" as const) : ("user" as const),
  };
}

/** Shows a duplicate account as an error of its number field, where it can be fixed. */
async function withDuplicateAtField(message: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ApiFault) || error.code !== "already_exists") throw error;
    const { status, code } = error;
    throw new ApiFault(
      { status, code, message: error.message, details: [{ field: "accountNumber", message }] },
      { cause: error },
    );
  }
}
