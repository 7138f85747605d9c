import { X509Certificate } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { kafkaSettings } from "@receipts/messaging/kafka";
import { compose } from "./compose-services.ts";
import { programs } from "./known-settings.ts";
import { type MadeSecrets, makeSecrets } from "./make-secrets.ts";
import { readText, root } from "./repository.ts";
import {
  moveDatabaseUrls,
  ownTlsServices,
  secretFile,
  tlsEnvironmentOf,
  tlsOverlay,
  withTls,
} from "./tls-overlay.ts";

const backends = ["postgres", "kafka", "redis"];
/** All of ours but the sandbox, which uses none of them. */
const users = ownTlsServices.filter(({ image }) => image !== "bank-sandbox");
const named = users.map((own) => [own.name, own] as const);
const commandOf = (name: string) => withTls(name).command ?? [];

let shared: MadeSecrets;

beforeAll(() => {
  shared = makeSecrets({ tls: true });
});
afterAll(() => shared[Symbol.dispose]());

describe("deploy/compose/tls.yml: our services", () => {
  it("are all that use a backend, and the backends themselves", () => {
    const names = [...users.map(({ name }) => name), "roles", ...backends];
    expect(Object.keys(tlsOverlay.services).sort()).toEqual(names.sort());
  });

  it.each(named)("%s accepts its settings, and refuses each backend without TLS", (name, own) => {
    const read = (env: Readonly<Record<string, string>>) => programs[own.program]?.read(env);
    const env = tlsEnvironmentOf(name, shared.folder);
    moveDatabaseUrls(shared.folder);
    expect(env["SECURE_BACKENDS"]).toBe("postgres,kafka,redis");
    expect(() => read(env)).not.toThrow();
    const plain = {
      DATABASE_URL_FILE: path.join(shared.folder, "owner-database-url"),
      REDIS_URL_FILE: path.join(shared.folder, "redis-url"),
      // The command line reads these only to compare with Kafka.
      ...(name !== "admin" && { KAFKA_TLS: "" }),
    };
    const used = Object.entries(plain).filter(([variable]) => variable in env);
    expect(used).not.toEqual([]);
    for (const [variable, value] of used) {
      const without = { ...env, KAFKA_TLS_CA_FILE: "", REDIS_CA_FILE: "", [variable]: value };
      expect(() => read(without)).toThrow(/because SECURE_BACKENDS names (?:postgres|kafka|redis)/);
    }
  });

  it.each(named)("%s gets only known settings", (name, { program, service }) => {
    const shape = { ...programs[program]?.shape, ...(name === "admin" && kafkaSettings) };
    const known = Object.keys(shape).flatMap((setting) => [setting, `${setting}_FILE`]);
    expect(Object.keys(service.environment ?? {}).filter((setting) => !known.includes(setting))).toEqual([]);
  });
});

describe("deploy/compose/tls.yml: files", () => {
  it("gives each container the secrets that it reads, and no other", () => {
    using made = makeSecrets({ tls: true });
    for (const name of Object.keys(tlsOverlay.services)) {
      const service = withTls(name);
      const scripts = (service.volumes ?? []).flatMap((volume) => {
        const [from = ""] = volume.split(":");
        return from.endsWith(".sh") ? [readText(from)] : [];
      });
      const own = service.secrets ?? [];
      // A URL or a JAAS file may name further files.
      const contents = own
        .filter((secret) => !secret.endsWith(".pem"))
        .map((secret) => secretFile(made.folder, secret));
      const said = JSON.stringify([
        service.environment,
        service.command,
        service.healthcheck?.test,
        scripts,
        contents.map((file) => readFileSync(file, "utf8")),
      ]);
      const read = new Set([...said.matchAll(/\/run\/secrets\/([\w.-]*\w)/g)].map(([, secret]) => secret));
      expect([name, [...read].sort()]).toEqual([name, [...own].sort()]);
    }
  });

  it("mounts files of the repository, read-only", () => {
    for (const { volumes = [] } of Object.values(tlsOverlay.services)) {
      for (const [from = "", , mode] of volumes.map((volume) => volume.split(":")))
        expect([from, existsSync(path.join(root, from)), mode]).toEqual([from, true, "ro"]);
    }
  });

  it("leaves no secret out, and none in the file", () => {
    using made = makeSecrets({ tls: true });
    const files = new Set(
      [...Object.keys(compose.secrets), ...Object.keys(tlsOverlay.secrets)].map((name) =>
        path.basename(secretFile(made.folder, name)),
      ),
    );
    const missing = [...files].filter((file) => !existsSync(path.join(made.folder, file)));
    expect(missing).toEqual([]);
    for (const { file } of Object.values(tlsOverlay.secrets))
      expect(file).toMatch(/^\.\/deploy\/compose\/secrets\//);
  });
});

describe("deploy/compose/tls.yml: the backends listen only by TLS", () => {
  it("PostgreSQL", () => {
    const rules = readText("deploy/compose/tls-hba.conf")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.split(/ +/));
    expect(rules).toEqual([
      ["local", "all", "all", "trust"],
      ["hostssl", "all", "all", "all", "scram-sha-256"],
    ]);
    expect(commandOf("postgres")).toEqual(expect.arrayContaining(["ssl=on", "hba_file=/tls-hba.conf"]));
    const usual = compose.services["postgres"]?.command?.filter((text) => text.startsWith("max_connections"));
    expect(commandOf("postgres")).toEqual(expect.arrayContaining([...(usual ?? ["missing"])]));
  });

  it("Kafka, with a login for clients and a certificate for the broker", () => {
    const environment = withTls("kafka").environment ?? {};
    const listeners = String(environment["KAFKA_LISTENERS"]).split(",");
    const protocols = Object.fromEntries(
      String(environment["KAFKA_LISTENER_SECURITY_PROTOCOL_MAP"])
        .split(",")
        .map((pair) => pair.split(":")),
    );
    const used = listeners.map((listener) => protocols[listener.split("://")[0] ?? ""]);
    expect(used).toEqual(["SASL_SSL", "SSL"]);
    expect(environment["KAFKA_LISTENER_NAME_CONTROLLER_SSL_CLIENT_AUTH"]).toBe("required");
    expect(JSON.stringify(environment)).not.toContain("PLAINTEXT");
  });

  it("Redis", () => {
    const command = commandOf("redis");
    expect(command[command.indexOf("--port") + 1]).toBe("0");
    expect(command[command.indexOf("--tls-port") + 1]).toBe("6379");
    const usual = compose.services["redis"]?.command ?? ["missing"];
    expect(command.slice(0, usual.length)).toEqual(usual);
  });
});

describe("deploy/compose/make-certificates.sh", () => {
  const certificateOf = (folder: string, name: string) =>
    new X509Certificate(readFileSync(path.join(folder, name)));
  const textsOf = (folder: string) =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), "utf8")]),
    );

  it("signs one certificate for each backend's name, by an authority whose key is not kept", () => {
    using made = makeSecrets({ tls: true });
    const authority = certificateOf(made.folder, "backends-ca.pem");
    for (const backend of backends) {
      const certificate = certificateOf(made.folder, `${backend}-tls.pem`);
      expect(certificate.verify(authority.publicKey)).toBe(true);
      expect(certificate.ca).toBe(false);
      expect(certificate.subjectAltName).toBe(`DNS:${backend}, DNS:localhost, IP Address:127.0.0.1`);
    }
    const keys = Object.entries(textsOf(made.folder)).filter(([, text]) => text.includes("PRIVATE KEY"));
    expect(keys.map(([name]) => name).sort()).toEqual(backends.map((backend) => `${backend}-tls.pem`).sort());
  });

  it("keeps certificates and passwords, and follows a changed password", () => {
    using made = makeSecrets({ tls: true });
    const before = textsOf(made.folder);
    expect(made.again()).toBe("");
    expect(textsOf(made.folder)).toEqual(before);
    for (const name of ["gateway-database-password", "gateway-database-url"])
      rmSync(path.join(made.folder, name));
    made.again();
    const after = textsOf(made.folder);
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(changed.sort()).toEqual([
      "gateway-database-password",
      "gateway-database-tls-url",
      "gateway-database-url",
    ]);
    expect(after["gateway-database-tls-url"]).toContain(after["gateway-database-password"]?.trim());
  });

  it("makes all certificates again without the authority's", () => {
    using made = makeSecrets({ tls: true });
    const before = textsOf(made.folder);
    rmSync(path.join(made.folder, "backends-ca.pem"));
    made.again();
    const after = textsOf(made.folder);
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(changed.sort()).toEqual(["backends-ca.pem", ...backends.map((name) => `${name}-tls.pem`)].sort());
  });
});
