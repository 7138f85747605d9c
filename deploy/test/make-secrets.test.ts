import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { readComposeFile } from "./compose-file.ts";
import { makeSecrets } from "./make-secrets.ts";

const contentsOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), "utf8").trim()]),
  );

describe("deploy/compose/make-secrets.sh", () => {
  it("creates every secret of docker-compose.yml and no other, each different", () => {
    using made = makeSecrets();
    const contents = contentsOf(made.folder);
    expect(Object.keys(contents).sort()).toEqual(Object.keys(readComposeFile().secrets).sort());
    expect(new Set(Object.values(contents)).size).toBe(Object.keys(contents).length);
    for (const text of Object.values(contents)) expect(text.length).toBeGreaterThanOrEqual(44);
  });

  it("keeps existing secrets, and creates only missing ones", () => {
    using made = makeSecrets();
    const before = contentsOf(made.folder);
    expect(made.again()).toBe("");
    expect(contentsOf(made.folder)).toEqual(before);
    rmSync(path.join(made.folder, "gateway-database-url"));
    made.again();
    expect(contentsOf(made.folder)).toEqual(before);
  });

  it("writes each password only into the URL that needs it", () => {
    using made = makeSecrets();
    const secret = contentsOf(made.folder);
    const password = (name: string) => new URL(secret[name] ?? "").password;
    for (const role of ["owner", "gateway", "verifier", "dispatcher"])
      expect(password(`${role}-database-url`)).toBe(secret[`${role}-database-password`]);
    expect(`requirepass ${password("redis-url")}`).toBe(secret["redis-password.conf"]);
  });

  /** In a container, Docker applies the host's file permissions to accounts that the host does not know. */
  it("closes the folder to others, and lets the containers' accounts read the files", () => {
    using made = makeSecrets();
    expect(statSync(made.folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(made.folder))
      expect(statSync(path.join(made.folder, name)).mode & 0o777).toBe(0o644);
  });
});
