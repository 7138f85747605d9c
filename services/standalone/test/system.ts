import { randomBytes } from "node:crypto";
import { sandboxReceivers, startBankSandbox } from "@receipts/bank-sandbox";
import { bankSettings } from "@receipts/banks";
import {
  type BankCode,
  checkoutOpenApiDocument,
  newId,
  openApiDocument,
  type Permissions,
  supportedBankCodes,
} from "@receipts/contracts";
import type { ServiceRole } from "@receipts/database";
import {
  buildGateway,
  createAccount,
  type Gateway,
  insertApiKey,
  newApiKey,
  readGatewayConfig,
} from "@receipts/gateway";
import {
  createServiceMetrics,
  type Environment,
  type Log,
  type Service,
  type ServiceMetrics,
  startWorkers,
} from "@receipts/service-kit";
import { asService, createResponseCheck, createTestDatabase, type TestDatabase } from "@receipts/testing";
import { rememberSecret, testLog } from "@receipts/testing/suite-log";
import { buildVerifier, readVerifierConfig } from "@receipts/verifier";
import { buildDispatcher, readDispatcherConfig } from "@receipts/webhook-dispatcher";
import type { QueryResult, QueryResultRow } from "pg";
import supertest, { type Response, type Test } from "supertest";
import { rememberSecretsOf } from "./remember-secrets.ts";
import { openTestDrivers, type TestDrivers } from "./test-drivers.ts";

export interface TestAccount {
  readonly userId: string;
  readonly apiKey: string;
}

/** The services on their own database with the bank sandbox, on the memory drivers or the real ones. */
export interface System {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly database: TestDatabase;
  readonly bus: TestDrivers["bus"];
  readonly fastStore: TestDrivers["fastStore"];
  readonly metrics: ServiceMetrics;
  readonly gateway: Gateway;
  /** The environment of `npm run admin`, which connects as the owner of the database. */
  readonly environment: Environment;
  /** The environment of a service, which connects as its own role. */
  environmentOf(service: ServiceRole): Environment;
  account(options?: { readonly credits?: number; readonly permissions?: Permissions }): Promise<TestAccount>;
  /** Creates another key of the account. */
  keyOf(
    account: Pick<TestAccount, "userId">,
    draft?: KeyDraft,
  ): Promise<TestAccount & { readonly id: string }>;
  saveBankAccount(account: TestAccount, bank: BankCode, accountNumber?: string): Promise<string>;
  /** Makes a call with the key of `by`, and checks the response against the OpenAPI document. */
  call(method: Method, path: string, by?: Pick<TestAccount, "apiKey">): Test;
  /** Runs a statement as the owner of the database; returns its rows. */
  sql<Row extends QueryResultRow = QueryResult["rows"][number]>(
    text: string,
    ...values: unknown[]
  ): Promise<Row[]>;
  /** Returns these columns of an account's audit entries and their details, oldest first. */
  auditOf(userId: string, columns?: string): Promise<QueryResult["rows"]>;
  /** Returns the status record of the account's request. */
  statusOf(account: TestAccount, requestId: string): Promise<Response["body"]>;
  balanceOf(account: TestAccount): Promise<number>;
  /** Returns the value of the first series with these labels. */
  metric(name: string, labels?: Readonly<Record<string, string>>): Promise<number | undefined>;
  verify(account: TestAccount, body: object, options?: VerifyOptions): Test;
  /** Orders a payment in the sandbox. */
  pay(order: object): Promise<SandboxPayment>;
  /** Makes the bank reverse a payment. */
  reverse(bank: BankCode, referenceNumber: string): Promise<void>;
  /** Books a payment that was ordered with `bookedAfterSeconds`. */
  book(bank: BankCode, referenceNumber: string): Promise<void>;
  /** Takes a bank of the sandbox down or slows it; all banks without `bank`. */
  control(change: {
    readonly bank?: BankCode;
    readonly down?: boolean;
    readonly latencyMs?: number;
  }): Promise<void>;
  /** Returns how often the sandbox was queried for receipts of this bank. */
  receiptQueries(bank: BankCode): Promise<number>;
  start(service: Service): void;
  /** Builds another gateway on the same stores, with its own connections, cache and counts. Its workers do not run. */
  buildGateway(env?: Environment): Promise<Gateway>;
  /** Builds another gateway and runs its workers. */
  startGateway(env?: Environment): Promise<Gateway>;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type Method = "get" | "post" | "put" | "patch" | "delete" | "head";

export type KeyDraft = Partial<
  Pick<Parameters<typeof insertApiKey>[1], "name" | "permissions" | "expiresInDays">
>;

export interface SandboxPayment {
  readonly referenceNumber: string;
  readonly suffix?: string;
  readonly phone?: string;
  readonly receiptUrl: string;
  /** awash and wegagen: the bank's own payment id; `referenceNumber` is the token that finds the receipt. */
  readonly transactionId?: string;
  /** cbe and kaafiebirr: the link to the same payment by its share token. */
  readonly shareUrl?: string;
  readonly smsText: string;
}

export interface VerifyOptions {
  readonly waitMs?: number;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SystemOptions {
  readonly env?: Environment;
  /** Banks with a verifier; default: all supported ones. */
  readonly verifiers?: readonly BankCode[];
  /** Maps the database's URL to the one that the services use: a test can put a proxy in between. */
  readonly databaseVia?: (url: string) => Promise<string>;
  /** Returns a service's connection URL; default: as its own role. */
  readonly connectAs?: (url: string, service: ServiceRole) => string;
  /** For a test that reads the log; default: the run's log, which is searched for secrets at the end. */
  readonly log?: Log;
}

/** The account that receives payments for credits, if a test has created one (`openPlatform`). */
export const PLATFORM_EMAIL = "platform@example.test";

let references = 0;

/** Returns a new telebirr reference: a genuine receipt in the sandbox, without a cached verdict. */
export function aReference(): string {
  references += 1;
  return `DJ5${references.toString(36).toUpperCase().padStart(6, "0")}1`;
}

export const aReceipt = () => ({ bank: "telebirr", reference: aReference() });

/** A receipt for which the sandbox's host fails: no verdict, and a refund. */
export const aReceiptWithoutVerdict = () => ({
  bank: "telebirr",
  reference: `${aReference().slice(0, -2)}DN`,
});

export const allPermissions: Permissions = {
  verification: ["read", "write"],
  metrics: ["read"],
  uptime: ["read"],
};

export async function openSystem(options: SystemOptions = {}): Promise<System> {
  const database = await createTestDatabase();
  const sandbox = await startBankSandbox({ port: 0 });
  const drivers = await openTestDrivers();
  const { bus, fastStore } = drivers;
  const metrics = createServiceMetrics({ processMetrics: false });
  const shared = { bus, fastStore, metrics, log: options.log ?? testLog };
  const databaseUrl = (await options.databaseVia?.(database.url)) ?? database.url;
  const connectAs = options.connectAs ?? asService;
  const environment: Environment = {
    DATABASE_URL: databaseUrl,
    PORT: "0",
    PUBLIC_BASE_URL: "https://api.example.test",
    CHECKOUT_BASE_URL: "https://pay.example.test",
    PLATFORM_ACCOUNT: PLATFORM_EMAIL,
    RECEIPT_HASH_KEY: randomBytes(32).toString("base64"),
    SECRETS_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    QUARANTINE_KEY: randomBytes(32).toString("base64"),
    RATE_LIMIT_PER_MINUTE: "1000000",
    SIGN_IN_ATTEMPTS_PER_EMAIL: "1000000",
    SIGN_IN_ATTEMPTS_PER_ADDRESS: "1000000",
    MAILS_PER_HOUR: "1000000",
    WEBHOOK_ALLOW_PRIVATE: "true",
    BREAKER_VOLUME: "1000",
    // A payer's wrong receipt ends at once; `rechecks.test.ts` has the minutes after a payment.
    CHECKOUT_RECHECK_MINUTES: "0",
    SHUTDOWN_TIMEOUT_MS: "10000",
    // A busy Kafka may take many seconds for the first message of a topic; the 503 has tests of its own.
    PUBLISH_TIMEOUT_MS: "30000",
    BANK_SANDBOX_URL: sandbox.url,
    ...Object.fromEntries(
      supportedBankCodes.flatMap((bank) =>
        bankSettings(bank)
          .filter(({ name }) => name.endsWith("_BASE_URL"))
          .map(({ name }) => [name, sandbox.url]),
      ),
    ),
    ...options.env,
  };
  const environmentOf = (service: ServiceRole) => ({
    ...environment,
    DATABASE_URL: connectAs(databaseUrl, service),
  });
  const running: { service: Service; abort: AbortController; runs: Promise<void>[] }[] = [];
  const start = (service: Service) => {
    const abort = new AbortController();
    running.push({ service, abort, runs: startWorkers(service, abort, testLog) });
  };
  for (const bank of options.verifiers ?? supportedBankCodes) {
    const config = readVerifierConfig({ ...environmentOf("verifier"), BANK: bank });
    start(await buildVerifier({ ...shared, config, bankEnvironment: environment }));
  }
  start(await buildDispatcher({ ...shared, config: readDispatcherConfig(environmentOf("dispatcher")) }));
  const openGateway = (own: Partial<typeof shared>, env: Environment = {}) => {
    const config = readGatewayConfig({ ...environmentOf("gateway"), ...env });
    return buildGateway({ ...shared, ...own, config, bankEnvironment: environment });
  };
  const another = (env?: Environment) =>
    openGateway({ metrics: createServiceMetrics({ processMetrics: false }) }, env);
  const gateway = await openGateway({});
  start(gateway);

  const url = `http://127.0.0.1:${gateway.port}`;
  const call = createCall(url);
  const sql: System["sql"] = async (text, ...values) => (await database.pool.query(text, values)).rows;
  const read = async (account: TestAccount, path: string) =>
    (await call("get", path, account).expect(200)).body.data;
  const stop = async () => {
    for (const { service, abort } of running.toReversed()) {
      abort.abort();
      service.startDraining();
    }
    for (const { service, runs } of running.toReversed()) {
      await Promise.all(runs);
      await service.close();
    }
    await drivers.close();
    await sandbox.close();
    await database.drop();
  };
  return {
    url,
    sandboxUrl: sandbox.url,
    database,
    bus,
    fastStore,
    metrics,
    gateway,
    environment,
    environmentOf,
    call,
    start,
    account: (draft = {}) => makeAccount(database, draft),
    keyOf: ({ userId }, draft) => makeKey(database, userId, draft),
    saveBankAccount: (account, bank, accountNumber) =>
      saveBankAccount(database, account, bank, accountNumber),
    verify: (account, body, verifyOptions = {}) => verify(call, account, body, verifyOptions),
    pay: async (order) => (await postToSandbox(`${sandbox.url}/payments`, order)) as SandboxPayment,
    reverse: async (bank, referenceNumber) => {
      await postToSandbox(`${sandbox.url}/payments/reverse`, { bank, referenceNumber });
    },
    book: async (bank, referenceNumber) => {
      await postToSandbox(`${sandbox.url}/payments/book`, { bank, referenceNumber });
    },
    control: async (change) => {
      await postToSandbox(`${sandbox.url}/control`, change);
    },
    receiptQueries: async (bank) => {
      const response = await fetch(`${sandbox.url}/stats`);
      const { requests } = (await response.json()) as { requests: Record<string, number> };
      return requests[bank] ?? 0;
    },
    buildGateway: another,
    startGateway: async (env) => {
      const started = await another(env);
      start(started);
      return started;
    },
    sql,
    auditOf: (userId, columns = "action, subject, before, after") =>
      sql(
        `select ${columns} from audit_log left join audit_details on audit_id = id
          where user_id = $1 order by at, id`,
        userId,
      ),
    statusOf: (account, requestId) => read(account, `/api/verify/${requestId}`),
    balanceOf: async (account) => (await read(account, "/api/credits/balance")).balance,
    metric: async (name, labels = {}) => {
      const found = await metrics.registry.getSingleMetric(name)?.get();
      const wanted = Object.entries(labels);
      return found?.values.find((one) => wanted.every(([label, is]) => one.labels[label] === is))?.value;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The system of the running test file; set by `useSystem`. */
export let system: System;

/** Opens the system of a test file before its tests, and stops it after them. */
export function useSystem(options?: SystemOptions | (() => SystemOptions), open = openSystem): void {
  beforeAll(async () => {
    system = await open(typeof options === "function" ? options() : options);
  });
  afterAll(() => system.stop());
}

const checkOf = (document: object) =>
  createResponseCheck(document as unknown as Parameters<typeof createResponseCheck>[0]);
const checkVerification = checkOf(openApiDocument("https://api.example.test"));
const checkCheckout = checkOf(checkoutOpenApiDocument("https://pay.example.test"));

function createCall(url: string): System["call"] {
  return (method, path, by) =>
    supertest(url)
      [method](path)
      .set(by === undefined ? {} : { "x-api-key": by.apiKey })
      .expect((response) => {
        rememberSecretsOf(response);
        const check = path.startsWith("/v1") ? checkCheckout : checkVerification;
        check({
          method: method.toUpperCase(),
          path: path.split("?")[0] ?? path,
          status: response.status,
          contentType: response.headers["content-type"] ?? "",
          headers: response.headers,
          body: response.body,
        });
      });
}

function verify(call: System["call"], account: TestAccount, body: object, options: VerifyOptions): Test {
  const query = options.waitMs === undefined ? "" : `?waitMs=${options.waitMs}`;
  const test = call("post", `/api/verify${query}`, account).set(options.headers ?? {});
  return (
    options.idempotencyKey === undefined ? test : test.set("idempotency-key", options.idempotencyKey)
  ).send(body);
}

export async function postToSandbox(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the sandbox refused ${JSON.stringify(body)}: ${text}`);
  return JSON.parse(text);
}

/** Creates an account with one key. */
export async function makeAccount(
  database: Pick<TestDatabase, "pool">,
  draft: { readonly credits?: number; readonly permissions?: Permissions },
): Promise<TestAccount> {
  const email = `${randomBytes(8).toString("hex")}@example.test`;
  const account = await createAccount(database.pool, {
    email,
    name: "Test Merchant",
    credits: draft.credits ?? 1_000,
  });
  return await makeKey(database, account.id, { permissions: draft.permissions ?? allPermissions });
}

async function makeKey(database: Pick<TestDatabase, "pool">, userId: string, draft: KeyDraft = {}) {
  const [id, apiKey] = [newId("apiKey"), newApiKey("rvk_")];
  rememberSecret(apiKey);
  const key = { id, key: apiKey, userId, name: "test", permissions: allPermissions, prefix: "rvk_" };
  await insertApiKey(database.pool, { ...key, ...draft });
  return { id, userId, apiKey };
}

async function saveBankAccount(
  database: TestDatabase,
  account: TestAccount,
  bank: BankCode,
  accountNumber = receiverOf(bank),
): Promise<string> {
  const id = newId("bankAccount");
  rememberSecret(accountNumber);
  await database.pool.query(
    `insert into bank_accounts (id, user_id, bank, owner, account_number, normalized_number, account_name)
     values ($1, $2, $3, 'user', $4, $4, 'Test Merchant')`,
    [id, account.userId, bank, accountNumber],
  );
  return id;
}

function receiverOf(bank: BankCode): string {
  const receiver = Object.entries(sandboxReceivers).find(([code]) => code === bank)?.[1];
  if (receiver === undefined) throw new Error(`the sandbox has no receiver for ${bank}`);
  return receiver.accountNumber;
}
