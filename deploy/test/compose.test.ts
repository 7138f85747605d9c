import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sandboxSettings } from "@receipts/bank-sandbox";
import { supportedBankCodes } from "@receipts/contracts";
import { gatewaySettings } from "@receipts/gateway";
import { commonSettings } from "@receipts/service-kit";
import { verifierSettings } from "@receipts/verifier";
import { dispatcherSettings } from "@receipts/webhook-dispatcher";
import { type ComposeService, readComposeFile, readEnvFile } from "./compose-file.ts";
import { compose, environmentOf, type OwnService, ownServices } from "./compose-services.ts";
import { bankSettingNames, programs } from "./known-settings.ts";
import { makeSecrets } from "./make-secrets.ts";
import { readText, root } from "./repository.ts";

const all = Object.entries(compose.services);
const named = (services: readonly OwnService[]) =>
  services.map((own): [string, OwnService] => [own.name, own]);
const defaultOf = (schema: { parse(value: undefined): unknown }) => String(schema.parse(undefined));

describe("docker-compose.yml: our services", () => {
  it("has one verifier for each supported bank", () => {
    const banks = ownServices
      .filter(({ image }) => image === "verifier")
      .map((own) => [own.name, environmentOf(own)["BANK"]]);
    expect(banks.sort()).toEqual(supportedBankCodes.map((bank) => [`verifier-${bank}`, bank]).sort());
  });

  it.each(named(ownServices))(
    "starts a program for %s that the project builds",
    (_, { program, image, service }) => {
      expect(Object.keys(programs)).toContain(program);
      expect(existsSync(path.join(root, program.replace("/dist/", "/src/").replace(/\.js$/, ".ts")))).toBe(
        true,
      );
      expect(neededBy(`services/${image}`)).toContain(program.split("/").slice(0, 2).join("/"));
      expect(existsSync(path.join(root, service.build?.dockerfile ?? ""))).toBe(true);
    },
  );

  it.each(named(ownServices))("gives %s only known settings", (_, own) => {
    const shape = programs[own.program]?.shape ?? {};
    const known = Object.keys(shape).flatMap((name) => [name, `${name}_FILE`]);
    const unknown = Object.keys(own.service.environment ?? {}).filter((name) => !known.includes(name));
    expect(unknown).toEqual([]);
  });

  it.each(named(ownServices))("gives %s all required settings", (_, own) => {
    using made = makeSecrets();
    const env = Object.fromEntries(
      Object.entries(environmentOf(own)).map(([name, value]) => [
        name,
        value.replace("/run/secrets", made.folder),
      ]),
    );
    expect(() => programs[own.program]?.read(env)).not.toThrow();
  });

  it("uses their default ports, and publishes only the gateway", () => {
    const environment = (name: string) => compose.services[name]?.environment ?? {};
    const port = defaultOf(gatewaySettings.PORT);
    expect(environment("gateway")["PORT"]).toBe(port);
    expect(compose.services["gateway"]?.ports).toEqual([`127.0.0.1:${port}:${port}`]);
    expect(all.filter(([, service]) => service.ports !== undefined).map(([name]) => name)).toEqual([
      "gateway",
    ]);
    // Default of dispatchers and verifiers; the gateway's metrics are not on its published port.
    expect(defaultOf(dispatcherSettings.METRICS_PORT)).toBe(defaultOf(verifierSettings.METRICS_PORT));
    for (const { name, program, service } of ownServices) {
      if (!("METRICS_PORT" in (programs[program]?.shape ?? {}))) continue;
      expect([name, service.environment?.["METRICS_PORT"]]).toEqual([
        name,
        defaultOf(verifierSettings.METRICS_PORT),
      ]);
    }
    expect(environment("bank-sandbox")["SANDBOX_PORT"]).toBe(defaultOf(sandboxSettings.SANDBOX_PORT));
  });

  it("gives each the time of its drain and some more to end", () => {
    const drainMs = Number(defaultOf(commonSettings.SHUTDOWN_TIMEOUT_MS));
    const draining = ownServices.filter(
      ({ program }) => "SHUTDOWN_TIMEOUT_MS" in (programs[program]?.shape ?? {}),
    );
    expect(draining.length).toBeGreaterThan(supportedBankCodes.length);
    for (const { name, service } of draining) {
      expect(service.environment).not.toHaveProperty("SHUTDOWN_TIMEOUT_MS");
      const graceMs = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? "")?.[1]) * 1_000;
      expect([name, graceMs]).toEqual([name, expect.closeTo(drainMs + 5_000, -3)]);
    }
  });

  it("allows twice the connections of all pools in PostgreSQL, for a replacement", () => {
    const [, most] =
      /max_connections=(\d+)/.exec(compose.services["postgres"]?.command?.join(" ") ?? "") ?? [];
    const pools = ownServices.map(({ program, service }) => {
      const pool = programs[program]?.shape["DATABASE_POOL_SIZE"];
      return pool === undefined
        ? 0
        : Number(service.environment?.["DATABASE_POOL_SIZE"] ?? defaultOf(pool as never));
    });
    expect(Number(most)).toBeGreaterThanOrEqual(2 * pools.reduce((sum, pool) => sum + pool, 0));
  });
});

describe("docker-compose.yml: starting in order", () => {
  it.each(all)("%s waits only for services with a condition", (_, service) => {
    for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
      const other = compose.services[name];
      expect(other).toBeDefined();
      expect(condition).toBe(isJob(other) ? "service_completed_successfully" : "service_healthy");
    }
  });

  it("has a health check for every long-running service", () => {
    for (const [name, service] of all) {
      if (!isJob(service)) expect([name, service.healthcheck?.test]).toEqual([name, expect.any(Array)]);
    }
    for (const { service, image } of ownServices.filter((own) => !isJob(own.service))) {
      expect(service.healthcheck?.test).toEqual(["CMD", "/nodejs/bin/node", "/app/healthcheck.mjs", "ready"]);
      expect(readText("deploy/docker/healthcheck.mjs")).toContain(image);
    }
  });

  it("prepares schema and topics before any service uses them", () => {
    for (const { name, service, program } of ownServices) {
      if (!("DATABASE_POOL_SIZE" in (programs[program]?.shape ?? {}))) continue;
      expect([name, Object.keys(service.depends_on ?? {}).sort()]).toEqual([
        name,
        ["migrate", "redis", "topics"],
      ]);
    }
  });
});

describe("docker-compose.yml: permissions of a container", () => {
  it.each(all)("%s runs without privileges, on a read-only file system", (_, service) => {
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(["ALL"]);
    expect(service.security_opt).toEqual(["no-new-privileges:true"]);
    expect(service.user).toMatch(/^[1-9]\d*:\d+$/);
  });

  it.each(all)("%s uses an image that is built here or pinned", (_, service) => {
    if (service.build === undefined) expect(service.image).toMatch(/^[\w./-]+:v?\d+\.\d+[\w.-]*$/);
    else expect(service.image).toBe(`receipts-${service.build.args.SERVICE}:local`);
  });

  it("keeps the stores in a network without ingress and egress", () => {
    expect(compose.networks["stores"]).toEqual({ internal: true });
    for (const name of ["postgres", "kafka", "redis"])
      expect(compose.services[name]?.networks).toEqual(["stores"]);
    const used = new Set(all.flatMap(([, service]) => service.networks ?? []));
    expect([...used].sort()).toEqual(Object.keys(compose.networks).sort());
  });

  it("gives secrets as files, only to their users", () => {
    const given = new Set<string>();
    for (const [name, service] of all) {
      const secrets = service.secrets ?? [];
      for (const secret of secrets) given.add(secret);
      const mentioned = JSON.stringify([
        service.environment,
        service.command,
        service.healthcheck?.test,
        scriptsOf(service),
      ]);
      const paths = new Set(
        [...mentioned.matchAll(/\/run\/secrets\/([\w.-]+[\w])/g)].map(([, secret = ""]) => secret),
      );
      expect([name, [...paths].sort()]).toEqual([name, [...secrets].sort()]);
      for (const [variable, value] of Object.entries(service.environment ?? {})) {
        if (/PASSWORD|SECRET|_KEY\b|(?:DATABASE|REDIS)_URL/.test(variable))
          expect([variable, value]).toEqual([variable, expect.stringMatching(/^\/run\/secrets\//)]);
      }
    }
    expect([...given].sort()).toEqual(Object.keys(compose.secrets).sort());
    for (const [name, { file }] of Object.entries(compose.secrets))
      expect(file).toBe(`./deploy/compose/secrets/${name}`);
    expect(readText(".gitignore")).toContain("deploy/compose/secrets/\n");
  });

  it("mounts only files of the repository, read-only, and its own volumes", () => {
    for (const [, service] of all) {
      for (const [from = "", to = "", mode] of (service.volumes ?? []).map((volume) => volume.split(":"))) {
        expect(to).toMatch(/^\//);
        if (!from.startsWith("./")) expect(Object.keys(compose.volumes)).toContain(from);
        else expect([from, existsSync(path.join(root, from)), mode]).toEqual([from, true, "ro"]);
      }
    }
  });
});

describe("docker-compose.yml: its variants", () => {
  it("replaces every bank by the sandbox with deploy/compose/sandbox.env", () => {
    const settings = readEnvFile("deploy/compose/sandbox.env");
    expect(compose.services["bank-sandbox"]?.profiles).toEqual([settings["COMPOSE_PROFILES"]]);
    const hosts = readEnvFile(path.normalize(settings["BANKS_ENV"] ?? ""));
    const url = `http://bank-sandbox:${compose.services["bank-sandbox"]?.environment?.["SANDBOX_PORT"]}`;
    const expected = bankSettingNames.filter((name) => name.endsWith("_BASE_URL"));
    expect(hosts).toEqual(Object.fromEntries(["BANK_SANDBOX_URL", ...expected].map((name) => [name, url])));
    const sandboxed = readComposeFile("docker-compose.yml", settings);
    const bankClients = ownServices.filter(({ program }) =>
      /^services\/(?:gateway|verifier)\/dist\/main/.test(program),
    );
    for (const { name } of bankClients) {
      expect(sandboxed.services[name]?.env_file).toEqual([{ path: settings["BANKS_ENV"], required: false }]);
    }
    const reach = (name: string) => compose.services[name]?.networks;
    for (const bank of supportedBankCodes) expect(reach(`verifier-${bank}`)).toContain("sandbox");
  });

  it("opens further ports only on this machine's loopback", () => {
    const { services } = readComposeFile("deploy/compose/on-loopback.yml");
    for (const [name, { ports, networks }] of Object.entries(services)) {
      expect(compose.services[name]?.profiles).toHaveLength(1);
      expect(networks).toEqual(["outside"]);
      for (const port of ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/);
    }
  });

  it("sends mail with one more file, and then allows registration", () => {
    using made = makeSecrets();
    const { services, secrets } = readComposeFile("deploy/compose/mail.yml", {
      MAIL_FROM: "no-reply@a.test",
    });
    writeFileSync(path.join(made.folder, "smtp-url"), "smtps://user:secret@mail.example.test\n");
    const gateway = ownServices.find(({ name }) => name === "gateway");
    if (gateway === undefined) throw new Error("there is no gateway");
    const settings = { ...environmentOf(gateway), ...services["gateway"]?.environment, REGISTRATION: "open" };
    const env = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [
        name,
        String(value).replace("/run/secrets", made.folder),
      ]),
    );
    expect(() => programs[gateway.program]?.read(env)).not.toThrow();
    expect(Object.keys(secrets)).toEqual(services["gateway"]?.secrets);
    const { MAIL_FROM: _none, SMTP_URL_FILE: _neither, ...without } = env;
    expect(() => programs[gateway.program]?.read(without)).toThrow(/SMTP_URL/);
  });

  it("runs a Telegram bot with one more file", () => {
    const { services, secrets } = readComposeFile("deploy/compose/telegram.yml");
    expect(services["gateway"]?.environment).toEqual({
      TELEGRAM_BOT_TOKEN_FILE: "/run/secrets/telegram-bot-token",
    });
    expect(Object.keys(secrets)).toEqual(services["gateway"]?.secrets);
  });

  it("runs the same Kafka as the local stack", () => {
    const version = /kafka_2\.13<\/artifactId>\s*<version>([\d.]+)</.exec(
      readText("deploy/local-stack/kafka/pom.xml"),
    );
    expect(compose.services["kafka"]?.image).toBe(`apache/kafka:${version?.[1]}`);
  });
});

function isJob(service: ComposeService | undefined): boolean {
  return service?.healthcheck?.disable === true;
}

/** Our scripts that are mounted into the container. */
function scriptsOf(service: ComposeService): string[] {
  const mounted = (service.volumes ?? []).map((volume) => volume.split(":")[0] ?? "");
  return mounted
    .filter((file) => file.endsWith(".sh"))
    .map((file) => readFileSync(path.join(root, file), "utf8"));
}

/** Folders of the workspaces in a service's image. */
function neededBy(folder: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  const manifest: { dependencies?: Record<string, string> } = JSON.parse(readText(`${folder}/package.json`));
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (name.startsWith("@receipts/")) neededBy(name.replace("@receipts/", "packages/"), found);
  }
  return found;
}
