import { html, type TemplateResult } from "lit-html";
import { ApiFault } from "../../api/api-fault.ts";
import { addressOfPage } from "../../app/routes.ts";
import { dialog } from "../../elements/dialog.ts";
import { field, selectField } from "../../elements/field.ts";
import { type FormValues, formFault, requireEntered, submitButton, submitForm } from "../../elements/form.ts";
import { bankName, showsLittle, supportedBanks } from "../../language/banks.ts";
import type { AccountsContext, SavedAccount } from "./bank-accounts-page.ts";

interface Shown {
  /** The one that is changed; undefined for a new one. */
  readonly account: SavedAccount | undefined;
  /** Chosen in the form: the hints are those of this bank. */
  readonly bank: string;
}

const fields = ["bank", "accountNumber", "accountName", "otherNames", "label", "owner"] as const;

/** One form for a new account and for one that is changed. */
export function accountDialog(context: AccountsContext, { account, bank }: Shown): TemplateResult {
  const { app, texts, data, state, change } = context;
  const { form } = state;
  const { shared, language } = app;
  const banks = supportedBanks();
  const chosen = banks.find((code) => code === bank) ?? banks[0];
  const numberHint = (chosen === undefined ? undefined : texts.numberHints[chosen]) ?? texts.numberHint;
  return dialog({
    title: account === undefined ? texts.add : texts.edit,
    shared,
    closed: () => change({ dialog: undefined }),
    body: html`<form
      class="stack"
      @submit=${saving(context, account)}
      aria-busy=${form.isBusy ? "true" : "false"}
      novalidate
    >
      ${formFault(form, shared, fields)}
      ${selectField({
        name: "bank",
        label: shared.bank,
        value: chosen,
        options: banks.map((code) => ({ value: code, label: bankName(code, language) })),
        changed: (next) => change({ dialog: { kind: "save", account, bank: next } }),
        shared,
        form,
      })}
      ${field({
        name: "accountNumber",
        label: texts.accountNumber,
        hint: numberHint,
        value: account?.accountNumber,
        shared,
        form,
      })}
      ${field({
        name: "accountName",
        label: texts.accountName,
        hint: texts.accountNameHint,
        value: account?.accountName,
        shared,
        form,
      })}
      ${field({
        name: "otherNames",
        label: texts.otherNames,
        hint: texts.otherNamesHint,
        value: account?.otherNames.join(", "),
        isOptional: true,
        shared,
        form,
      })}
      ${chosen !== undefined && showsLittle(chosen) ? html`<p class="notice">${texts.showsLittle}</p>` : ""}
      ${field({
        name: "label",
        label: texts.label,
        hint: texts.labelHint,
        value: account?.label ?? "",
        isOptional: true,
        shared,
        form,
      })}
      ${
        data.hasBusiness
          ? selectField({
              name: "owner",
              label: texts.owner,
              hint: texts.ownerHint,
              value: account?.owner ?? "user",
              options: (["user", "business"] as const).map((owner) => ({
                value: owner,
                label: texts.owners[owner],
              })),
              shared,
              form,
            })
          : html`<p class="hint">
            ${texts.noBusiness} <a class="link" href=${addressOfPage("/profile")}>${texts.toProfile}</a>
          </p>`
      }
      ${submitButton(shared.save, form)}
    </form>`,
  });
}

function saving(context: AccountsContext, account: SavedAccount | undefined): (event: SubmitEvent) => void {
  const { app, texts, change, reload } = context;
  return (event) =>
    void submitForm(event, {
      set: (form) => change({ form }),
      send: async (values) => {
        requireEntered(values, ["accountNumber", "accountName"]);
        const body = draftOf(values);
        await naming(texts.duplicate, () =>
          account === undefined
            ? app.api.post("/api/bank-accounts", body)
            : app.api.patch("/api/bank-accounts/{id}", body, { params: { id: account.id } }),
        );
        change({ dialog: undefined });
        app.announce(texts.added);
        void reload();
      },
    });
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
    owner: values.text("owner") === "business" ? ("business" as const) : ("user" as const),
  };
}

/** That an account is there already is a fault of its number: said where it can be mended. */
async function naming(message: string, send: () => Promise<unknown>): Promise<void> {
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
