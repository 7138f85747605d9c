import { isDeepStrictEqual } from "node:util";
import {
  type BankAccount,
  type BankAccountChange,
  type BankAccountDraft,
  type BankAccountView,
  bankAccountRoutes as contracts,
} from "@receipts/contracts";
import type { Pool, Queryable } from "@receipts/database";
import { accountNumberFault, canNamesAgree } from "@receipts/settlement";
import type { Request } from "express";
import { inAccount } from "../account-lock/in-account.ts";
import { repeatable } from "../account-lock/respond-once.ts";
import { actorOf } from "../audit/audit-log.ts";
import { requireOpenBranch } from "../branches/branch-repository.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { parsePage, sendPage } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { ownedRow } from "../http/owned-row.ts";
import { callerOf, contextOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";
import {
  type CheckedBankAccount,
  countBankAccounts,
  deleteBankAccount,
  findBankAccount,
  hasBusiness,
  insertBankAccount,
  listBankAccounts,
  updateBankAccount,
} from "./bank-account-repository.ts";
import { checkBankAccount } from "./check-bank-account.ts";
import { type BankAccountActor, recordChange } from "./record-change.ts";

/** Every verification compares with all accounts of its bank: a bound far above real use. */
const MAX_ACCOUNTS = 500;

export function bankAccountRoutes({ pool }: { readonly pool: Pool }): MountedRoute[] {
  return [
    {
      contract: contracts.listBankAccounts,
      handler: async (request, response) => {
        const query = parsePage(contracts.listBankAccounts.query, request);
        const { rows, total } = await listBankAccounts(pool, callerOf(request).userId, query);
        sendPage(response, "Bank accounts", rows.map(viewOf), { ...query, total });
      },
    },
    {
      contract: contracts.getBankAccount,
      handler: async (request, response) => {
        const data = await requireAccount(pool, request);
        sendResult(response, "Bank account", viewOf(data));
      },
    },
    {
      contract: contracts.createBankAccount,
      check: (request) => void newAccountIn(request),
      handler: async (request, response) => {
        const draft = newAccountIn(request);
        const contract = contracts.createBankAccount;
        await repeatable(pool, request, response, { contract }, async (client) => ({
          message: "Bank account saved",
          data: viewOf(await create(client, request, draft)),
        }));
      },
    },
    {
      contract: contracts.changeBankAccount,
      check: async (request) => void changedAccountIn(request, await requireAccount(pool, request)),
      handler: async (request, response) => {
        const data = await inAccount(pool, request, (client) => change(client, request));
        sendResult(response, "Bank account", viewOf(data));
      },
    },
    {
      contract: contracts.deleteBankAccount,
      handler: async (request, response) => {
        await inAccount(pool, request, async (client) => {
          const before = await requireAccount(client, request);
          await deleteBankAccount(client, callerOf(request).userId, before.id);
          await recordChange(client, changeOf(request), { before });
        });
        response.status(204).end();
      },
    },
  ];
}

function viewOf(account: BankAccount): BankAccountView {
  const { bank, accountNumber, accountName, otherNames } = account;
  return {
    ...account,
    nameCanAgree: canNamesAgree([accountName, ...otherNames]),
    numberFault: accountNumberFault(bank, accountNumber) ?? null,
  };
}

const newAccountIn = (request: Request): CheckedBankAccount =>
  checkBankAccount(parseWith(contracts.createBankAccount.body, request.body));

function changedAccountIn(request: Request, before: BankAccount): CheckedBankAccount {
  const draft = merged(before, parseWith(contracts.changeBankAccount.body, request.body));
  const isSaved = draft.bank === before.bank && draft.accountNumber === before.accountNumber;
  return checkBankAccount(draft, { isSaved });
}

async function create(client: Queryable, request: Request, draft: CheckedBankAccount): Promise<BankAccount> {
  const { userId } = callerOf(request);
  await requireOwner(client, userId, draft);
  await requireOpenBranch(client, userId, draft.branchId);
  if ((await countBankAccounts(client, userId)) >= MAX_ACCOUNTS) {
    throw invalidPayload([
      {
        field: "accountNumber",
        message: `exceeds the limit of ${MAX_ACCOUNTS} saved accounts: delete one first`,
      },
    ]);
  }
  const after = await insertBankAccount(client, userId, draft);
  if (after === undefined) throw alreadySaved();
  await recordChange(client, changeOf(request), { after });
  return after;
}

async function change(client: Queryable, request: Request): Promise<BankAccount> {
  const { userId } = callerOf(request);
  const before = await requireAccount(client, request);
  const draft = changedAccountIn(request, before);
  const fields = ["bank", "accountNumber", "accountName", "label", "owner", "branchId"] as const;
  const isSame = fields.every((field) => draft[field] === before[field]);
  if (isSame && isDeepStrictEqual(draft.otherNames, before.otherNames)) return before;
  await requireOwner(client, userId, draft);
  if (draft.branchId !== before.branchId) await requireOpenBranch(client, userId, draft.branchId);
  const after = await updateBankAccount(client, userId, before.id, draft);
  if (after === undefined) throw alreadySaved();
  await recordChange(client, changeOf(request), { before, after });
  return after;
}

function merged(account: BankAccount, changes: BankAccountChange): BankAccountDraft {
  return {
    bank: changes.bank ?? account.bank,
    accountNumber: changes.accountNumber ?? account.accountNumber,
    accountName: changes.accountName ?? account.accountName,
    // Null removes it.
    label: changes.label === undefined ? account.label : changes.label,
    otherNames: changes.otherNames ?? account.otherNames,
    owner: changes.owner ?? account.owner,
    branchId: changes.branchId === undefined ? account.branchId : changes.branchId,
  };
}

const requireAccount = ownedRow("bankAccount", "There is no such bank account", findBankAccount);

async function requireOwner(client: Queryable, userId: string, { owner }: CheckedBankAccount): Promise<void> {
  if (owner === "user" || (await hasBusiness(client, userId))) return;
  throw invalidPayload([{ field: "owner", message: "needs a business: set businessName in the profile" }]);
}

function changeOf(request: Request): BankAccountActor {
  return { userId: callerOf(request).userId, actor: actorOf(request), cause: contextOf(request) };
}

function alreadySaved(): ApiProblem {
  return new ApiProblem("already_exists", { message: "This account is saved already" });
}
