import { createHmac } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { ConfigurationError, type Log, type Secret, type Worker } from "@receipts/service-kit";
import { asDatabaseFault } from "./database-fault.ts";
import type { Pool, Queryable } from "./queryable.ts";

/** A key from the settings that rows are written with. */
export interface EnvironmentKey {
  /** Name of the setting. */
  readonly setting: string;
  readonly key: string;
  /** Keys that still open what they sealed. Default: none, as for a key that is never replaced. */
  readonly previousKeys?: readonly string[];
}

interface KeySettings {
  readonly RECEIPT_HASH_KEY?: Secret | undefined;
  readonly QUARANTINE_KEY?: Secret | undefined;
  readonly SECRETS_ENCRYPTION_KEY?: Secret | undefined;
  readonly SECRETS_ENCRYPTION_KEYS_PREVIOUS?: readonly Secret[] | undefined;
}

/** The keys among the settings of a process. All keys whose change would otherwise show in no error are here. */
export function environmentKeysOf(config: KeySettings): EnvironmentKey[] {
  const {
    RECEIPT_HASH_KEY: hashKey,
    QUARANTINE_KEY: quarantineKey,
    SECRETS_ENCRYPTION_KEY: encryptionKey,
    SECRETS_ENCRYPTION_KEYS_PREVIOUS: previous = [],
  } = config;
  return [
    ...(hashKey ? [{ setting: "RECEIPT_HASH_KEY", key: hashKey.reveal() }] : []),
    ...(quarantineKey ? [{ setting: "QUARANTINE_KEY", key: quarantineKey.reveal() }] : []),
    ...(encryptionKey
      ? [
          {
            setting: "SECRETS_ENCRYPTION_KEY",
            key: encryptionKey.reveal(),
            previousKeys: previous.map((key) => key.reveal()),
          },
        ]
      : []),
  ];
}

/** Identifies a key, and tells nothing about it: the key itself signs its setting's name. */
export function fingerprintOf({ setting, key }: Pick<EnvironmentKey, "setting" | "key">): Buffer {
  return createHmac("sha256", key).update(`environment key ${setting}`).digest();
}

/**
 * Registers the keys in the database. Throws `ConfigurationError` if rows were written with a key that is not among
 * them: a confirmed receipt would count as new, or a secret could not be opened.
 */
export async function registerEnvironmentKeys(
  database: Queryable,
  keys: readonly EnvironmentKey[],
): Promise<void> {
  const wrong: EnvironmentKey[] = [];
  for (const environmentKey of keys) {
    const { setting, previousKeys = [] } = environmentKey;
    const { rows } = await database.query<{ known: boolean }>(
      "select register_environment_key($1, $2, $3) as known",
      [
        setting,
        fingerprintOf(environmentKey),
        previousKeys.map((previous) => fingerprintOf({ setting, key: previous })),
      ],
    );
    if (rows[0]?.known !== true) wrong.push(environmentKey);
  }
  if (wrong.length > 0) throw new ConfigurationError(wrong.map(describe));
}

function describe({ setting, previousKeys }: EnvironmentKey): string {
  const way =
    previousKeys === undefined
      ? "set the key of before"
      : `set the key of before, or add it to ${setting}S_PREVIOUS`;
  return `${setting}: is not the key that this database was used with: ${way} (deploy/README.md, "Rotate secrets")`;
}

/**
 * Asks the database once, so that a service with a wrong key or a wrong DATABASE_URL does not start. While the database
 * cannot be reached, the pool asks at each new connection, and the returned worker ends the process if the answer is no.
 */
export async function checkEnvironmentKeys(pool: Pool, log: Pick<Log, "warn">): Promise<Worker> {
  let isChecked = await connects(pool, (error) => log.warn("environment_keys.not_checked", { error }));
  return {
    name: "environment-keys",
    run: async (signal) => {
      while (!isChecked && !signal.aborted) {
        await pause(1_000, undefined, { signal, ref: false }).catch(() => undefined);
        isChecked = await connects(pool);
      }
      if (!signal.aborted) await once(signal, "abort");
    },
  };
}

/** Throws for a wrong key or URL only. */
async function connects(pool: Pool, onFault: (error: unknown) => void = () => undefined): Promise<boolean> {
  try {
    (await pool.connect()).release();
    return true;
  } catch (error) {
    const fault = asDatabaseFault(error);
    if (fault instanceof ConfigurationError) throw fault;
    onFault(error);
    return false;
  }
}
