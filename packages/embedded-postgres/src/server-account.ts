import { execFileSync } from "node:child_process";
import { chownSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** System account of the server. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: then returns an account that most systems have. Otherwise undefined: our own. */
export function serverAccount(): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(":");
    if (fields?.[2] !== undefined && fields[3] !== undefined) {
      return { uid: Number(fields[2]), gid: Number(fields[3]) };
    }
  }
  throw new Error(
    "PostgreSQL cannot run as root, and the accounts `postgres` and `nobody` do not exist: create one",
  );
}

/** Makes this account the owner of a data folder, which an earlier start may have created as another account. */
export function chownTo(account: ServerAccount | undefined, folder: string): void {
  if (account === undefined) return;
  chownSync(folder, account.uid, account.gid);
  if (readdirSync(folder).length === 0) return;
  execFileSync("chown", ["-R", `${account.uid}:${account.gid}`, path.resolve(folder)]);
}
