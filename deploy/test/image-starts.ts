import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createTestDatabase, freePort, type TestDatabase, until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
import { compose, environmentOf, ownServices } from "./compose-services.ts";
import type { Account, BuiltImage } from "./image-builder.ts";
import { type ImageProcess, runInImage, startInImage } from "./image-process.ts";
import { makeSecrets } from "./make-secrets.ts";
import { readText } from "./repository.ts";

interface Given {
  readonly imageOf: (service: string) => BuiltImage;
  readonly programs: () => string;
  readonly account: Account | undefined;
}

/** An address without a listener. */
const AWAY = "127.0.0.1:1";

/**
 * The containers of docker-compose.yml as processes: its commands, settings and secrets, and its roles in a real
 * PostgreSQL. Kafka and Redis are unavailable, and no start may wait for them.
 */
export function describeStarts({ imageOf, programs, account }: Given): void {
  describe("the images as docker-compose.yml starts them", () => {
    const made = makeSecrets();
    const database = `receipts_${process.pid}`;
    let server: TestDatabase;
    const running: ImageProcess[] = [];
    let pages: { readonly url: string } | undefined;

    beforeAll(async () => {
      server = await createTestDatabase();
      await server.pool.query(`create database ${database}`);
      const { host } = new URL(server.url);
      for (const name of Object.keys(compose.secrets)) {
        const file = path.join(made.folder, name);
        const text = readFileSync(file, "utf8").replace("@postgres:5432/receipts", `@${host}/${database}`);
        writeFileSync(file, text.replace("@redis:6379", `@${AWAY}`));
        rememberSecret(text.trim());
      }
      // This server's superuser creates the roles.
      writeFileSync(path.join(made.folder, "postgres-password"), new URL(server.url).password);
      if (account !== undefined) execFileSync("chmod", ["711", made.folder]);
      makeRoles(made.folder, server.url, database);
      // As with each `up`.
      makeRoles(made.folder, server.url, database);
    });

    afterAll(async () => {
      for (const { child, ended } of running) {
        child.kill("SIGKILL");
        await ended();
      }
      await server.pool.query(`drop database if exists ${database} with (force)`);
      await server.pool.query(
        "drop role if exists receipts_owner, receipts_gateway, receipts_verifier, receipts_dispatcher",
      );
      await server.drop();
      made[Symbol.dispose]();
    });

    const settingsOf = (name: string, more: Readonly<Record<string, string>> = {}) => {
      const own = ownServices.find((service) => service.name === name);
      if (own === undefined) throw new Error(`docker-compose.yml has no ${name}`);
      const environment = Object.entries(environmentOf(own)).map(([variable, value]) => [
        variable,
        value.replace("/run/secrets", made.folder).replace("kafka:9092", AWAY),
      ]);
      return {
        image: imageOf(own.image),
        options: {
          programs: programs(),
          account,
          environment: { ...Object.fromEntries(environment), ...more },
          command: [...(own.service.entrypoint?.slice(1) ?? []), ...(own.service.command ?? [])],
        },
      };
    };

    async function start(name: string, more: Readonly<Record<string, string>>): Promise<ImageProcess> {
      const { image, options } = settingsOf(name, more);
      const { command, ...usual } = options;
      const started = startInImage(image, command.length === 0 ? usual : options);
      running.push(started);
      await until(
        () => /^(?:Ready|Bank sandbox): /m.test(started.output()) || started.child.exitCode !== null,
        {
          what: `the start of ${name}`,
        },
      );
      expect(started.output()).toMatch(/^(?:Ready|Bank sandbox): /m);
      return started;
    }

    async function openPages(): Promise<{ readonly url: string }> {
      const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
      await start("gateway", ports);
      return { url: `http://127.0.0.1:${ports.PORT}` };
    }

    const health = async (name: string, more: Readonly<Record<string, string>>, question: string) => {
      const { image, options } = settingsOf(name, more);
      const command = image.healthcheck.slice(1, -1);
      return (await runInImage(image, { ...options, command: [...command, question] })).code;
    };

    it("migrate as the owner, grant to the services' roles, and change nothing the second time", async () => {
      const { image, options } = settingsOf("migrate");
      const first = await runInImage(image, options);
      expect(first).toEqual({
        code: 0,
        said: expect.stringMatching(
          /^Migrated: .*\nGranted to receipts_gateway: .*\nGranted to receipts_verifier: .*\nGranted to receipts_dispatcher: /,
        ),
      });
      const second = await runInImage(image, options);
      expect(second).toEqual({ code: 0, said: expect.stringMatching(/^The schema is up to date\n/) });
    });

    it("administer the accounts", async () => {
      const { image, options } = settingsOf("admin");
      const command = [...options.command, "user", "create", "--email", "shop@example.com", "--name", "Shop"];
      expect(await runInImage(image, { ...options, command })).toMatchObject({ code: 0 });
    });

    it.each([
      ["gateway", "PORT"],
      ["verifier-cbe", "METRICS_PORT"],
      ["webhook-dispatcher", "METRICS_PORT"],
    ])("start %s with Compose's settings, report health, and end on SIGTERM", async (name, portSetting) => {
      const ports = { METRICS_PORT: String(await freePort()), [portSetting]: String(await freePort()) };
      const { child, ended, output } = await start(name, ports);
      expect(await health(name, ports, "live")).toBe(0);
      await until(async () => (await health(name, ports, "ready")) === 0, {
        what: "readiness",
      });
      child.kill("SIGTERM");
      expect([await ended(), output()]).toEqual([0, expect.any(String)]);
    });

    it.each(["/dashboard", "/dashboard/sign-in", "/docs", "/docs/quick-start", "/docs/reference", "/status"])(
      "serve %s, and every file that it links, from the gateway's image",
      async (page) => {
        pages ??= await openPages();
        const response = await fetch(`${pages.url}${page}`);
        const html = await response.text();
        expect([response.status, html]).toEqual([200, expect.stringMatching(/^<!doctype html>/i)]);
        const files = [...html.matchAll(/<(?:script|link)\b[^>]* (?:src|href)="(\/[^"]+)"/g)].map(
          ([, file = ""]) => file,
        );
        expect(files.length).toBeGreaterThan(0);
        for (const file of files)
          expect([file, (await fetch(`${pages.url}${file}`)).status]).toEqual([file, 200]);
      },
    );

    it("simulate the banks in the sandbox, including PDF documents", async () => {
      const ports = { SANDBOX_PORT: String(await freePort()) };
      const { child, ended } = await start("bank-sandbox", ports);
      expect(await health("bank-sandbox", ports, "ready")).toBe(0);
      const receipt = await fetch(`http://127.0.0.1:${ports.SANDBOX_PORT}/?id=FT26278QM4T158203411`);
      expect((await receipt.text()).slice(0, 5)).toBe("%PDF-");
      child.kill("SIGTERM");
      expect(await ended()).toBe(0);
    });
  });
}

/** As Compose runs it in the postgres image. */
function makeRoles(secrets: string, adminUrl: string, database: string): void {
  const script = readText("deploy/compose/create-roles.sh").replaceAll("/run/secrets", secrets);
  const { hostname, port, username } = new URL(adminUrl);
  execFileSync("sh", ["-c", script], {
    env: {
      PATH: process.env["PATH"] ?? "",
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGDATABASE: database,
    },
  });
}
