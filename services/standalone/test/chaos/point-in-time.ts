import { execFile } from "node:child_process";
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createPool, type Pool } from "@receipts/database";
import type { LocalStack } from "@receipts/local-stack";
import { until } from "@receipts/testing";
import { postgresFolder } from "./chaos-stack.ts";

/** A base backup and an archive of the write-ahead log, outside the server's own folder. */
export interface PointInTimeBackup {
  /** The handbook's `/backup`. */
  readonly folder: string;
  takeBase(): Promise<void>;
  /** Archives everything written so far, as `archive_timeout` does eventually. */
  archiveAll(): Promise<void>;
  /** Replaces the server's folder with the base backup, and recovers from the archive to the point in the settings. */
  restore(settings: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Applies the handbook's settings to the server, and resets them on close. */
export async function openBackup(
  stack: LocalStack,
  settingsFor: (folder: string) => readonly string[],
): Promise<PointInTimeBackup> {
  const { DATABASE_URL } = await stack.up();
  const folder = await mkdtemp(path.join(tmpdir(), "receipts-backup-"));
  await chmod(folder, 0o755);
  const owner = await stat(postgresFolder);
  for (const name of ["wal", "base"]) {
    await mkdir(path.join(folder, name));
    await chown(path.join(folder, name), owner.uid, owner.gid);
  }
  const connect = () => createServerPool(DATABASE_URL);
  const settings = settingsFor(folder).map((line) => line.split(" = "));
  for (const [name, value] of settings) await runOnce(connect, `alter system set ${name} = ${value}`);
  await restart(stack);

  return {
    folder,
    takeBase: () => takeBase(connect, path.join(folder, "base")),
    archiveAll: () => archiveAll(connect),
    restore: async (recovery) => {
      await rm(postgresFolder, { recursive: true });
      await mkdir(postgresFolder, { mode: 0o700 });
      await copyFolder(path.join(folder, "base"), postgresFolder);
      await appendFile(path.join(postgresFolder, "postgresql.auto.conf"), `${recovery.join("\n")}\n`);
      await writeAs(postgresFolder, "recovery.signal", "");
      await stack.postgres.start();
      await untilPromoted(connect);
    },
    close: async () => {
      await stack.postgres.start();
      await untilPromoted(connect);
      for (const [name] of settings) await runOnce(connect, `alter system reset ${name}`);
      await restart(stack);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Allows time for a checkpoint under load. */
function createServerPool(connectionString: string): Pool {
  return createPool({
    connectionString,
    applicationName: "backup",
    maxConnections: 1,
    statementTimeoutMs: 120_000,
    onError: () => undefined, // tests stop the server on purpose
  });
}

type Connect = () => Pool;

async function withServer<T>(connect: Connect, use: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = connect();
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

const runOnce = (connect: Connect, statement: string) => withServer(connect, (pool) => pool.query(statement));

async function restart(stack: LocalStack): Promise<void> {
  await stack.postgres.stop();
  await stack.postgres.start();
}

/** Calls the functions that `pg_basebackup` calls: the embedded server comes without that program. */
async function takeBase(connect: Connect, base: string): Promise<void> {
  await withServer(connect, async (pool) => {
    // The backup ends with the session that began it.
    const session = await pool.connect();
    try {
      await session.query("select pg_backup_start('base', fast => true)");
      await copyFolder(postgresFolder, base);
      const { rows } = await session.query<{ label: string }>(
        "select labelfile as label from pg_backup_stop(wait_for_archive => true)",
      );
      await writeAs(base, "backup_label", rows[0]?.label ?? "");
    } finally {
      session.release();
    }
  });
}

/** Preserves owners and modes. Files change and vanish during the copy: recovery from the log corrects that. */
async function copyFolder(from: string, to: string): Promise<void> {
  const copy = `tar -C "$0" --exclude='./pg_wal/*' --exclude='./postmaster.*' --exclude=./backup_label.old -cf - . | tar -C "$1" -xpf -`;
  await promisify(execFile)("/bin/sh", ["-c", copy, from, to], { maxBuffer: 16 * 1024 * 1024 });
}

/** Writes a file with the folder's owner, which is the server's user. */
async function writeAs(folder: string, name: string, content: string): Promise<void> {
  const { uid, gid } = await stat(folder);
  await writeFile(path.join(folder, name), content);
  await chown(path.join(folder, name), uid, gid);
}

async function archiveAll(connect: Connect): Promise<void> {
  await withServer(connect, async (pool) => {
    const { rows } = await pool.query<{ segment: string }>(
      "select pg_walfile_name(pg_current_wal_lsn()) as segment",
    );
    await pool.query("select pg_switch_wal()");
    await until(
      async () => {
        const archived = await pool.query<{ last: string | null }>(
          "select last_archived_wal as last from pg_stat_archiver",
        );
        return (archived.rows[0]?.last ?? "") >= (rows[0]?.segment ?? "");
      },
      { what: "the last of the write-ahead log in the archive" },
    );
  });
}

async function untilPromoted(connect: Connect): Promise<void> {
  await withServer(connect, (pool) =>
    until(
      async () => {
        const { rows } = await pool.query<{ recovers: boolean }>("select pg_is_in_recovery() as recovers");
        return rows[0]?.recovers === false;
      },
      { what: "the end of the recovery" },
    ),
  );
}
