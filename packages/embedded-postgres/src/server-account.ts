import { execFileSync } from "node:child_process";
import { chownSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The account that the server runs as; undefined: the one that we run as. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root, so root lends it an account that every system has. */
export function serverAccount(): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(":");
    if (fields?.[2] !== undefined && fields[3] !== undefined) {
      return { uid: Number(fields[2]), gid: Number(fields[3]) };
    }
  }
  throw new Error("PostgreSQL cannot run as root, and there is neither a postgres nor a nobody account");
}

/** Hands a data folder made by another account (an earlier start as somebody else) to this one. */
export function giveTo(account: ServerAccount | undefined, folder: string): void {
  if (account === undefined) return;
  chownSync(folder, account.uid, account.gid);
  if (readdirSync(folder).length === 0) return;
  execFileSync("chown", ["-R", `${account.uid}:${account.gid}`, path.resolve(folder)]);
}
