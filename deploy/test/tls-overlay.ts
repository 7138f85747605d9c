import { readFileSync, writeFileSync } from "node:fs";
import { type ComposeService, readComposeFile } from "./compose-file.ts";
import { compose, environmentOf, type OwnService, ownServices } from "./compose-services.ts";

export const tlsOverlay = readComposeFile("deploy/compose/tls.yml");

/** A service with deploy/compose/tls.yml, as Compose merges both files: what the overlay names wins, lists of secrets grow. */
export function withTls(name: string): ComposeService {
  const base = compose.services[name] ?? {};
  const over = tlsOverlay.services[name] ?? {};
  return {
    ...base,
    ...over,
    environment: { ...base.environment, ...over.environment },
    secrets: [...new Set([...(base.secrets ?? []), ...(over.secrets ?? [])])],
    volumes: [...(base.volumes ?? []), ...(over.volumes ?? [])],
  };
}

export const ownTlsServices: readonly OwnService[] = ownServices.map((own) => ({
  ...own,
  service: withTls(own.name),
}));

/** Paths of the overlay's secrets on this machine. The files of some have other names. */
export function secretFile(folder: string, name: string): string {
  const { file } = tlsOverlay.secrets[name] ?? compose.secrets[name] ?? { file: "" };
  return `${folder}/${file.split("/").at(-1)}`;
}

/** The text with the paths of the container's secrets replaced by those of this machine. */
export function onThisMachine(folder: string, text: string): string {
  return text.replaceAll(/\/run\/secrets\/([\w.-]*\w)/g, (_, name: string) => secretFile(folder, name));
}

/** Variables of a service's process, with the secrets below this folder. */
export function tlsEnvironmentOf(name: string, folder: string): Record<string, string> {
  const own = ownTlsServices.find((service) => service.name === name);
  if (own === undefined) throw new Error(`there is no ${name}`);
  const entries = Object.entries(environmentOf(own));
  return Object.fromEntries(entries.map(([key, value]) => [key, onThisMachine(folder, value)]));
}

/** The database URLs name the authority's file in the container; with this they name that of this folder. */
export function moveDatabaseUrls(folder: string): void {
  for (const name of Object.keys(tlsOverlay.secrets).filter((secret) => secret.endsWith("-database-url"))) {
    const file = secretFile(folder, name);
    writeFileSync(file, onThisMachine(folder, readFileSync(file, "utf8")));
  }
}
