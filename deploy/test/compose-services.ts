import path from "node:path";
import { type ComposeService, readComposeFile } from "./compose-file.ts";
import { assignment, readDockerfile } from "./dockerfile.ts";

export const compose = readComposeFile();

/** A container of one of our images. */
export interface OwnService {
  readonly name: string;
  readonly service: ComposeService;
  /** SERVICE of its image. */
  readonly image: string;
  /** Program that node runs, relative to the image's `/app`. */
  readonly program: string;
}

const command = JSON.parse(
  readDockerfile()
    .stages.at(-1)
    ?.steps.find(({ instruction }) => instruction === "CMD")?.text ?? "[]",
);

export const ownServices: readonly OwnService[] = Object.entries(compose.services).flatMap(
  ([name, service]) => {
    const image = service.build?.args.SERVICE;
    return image === undefined ? [] : [{ name, service, image, program: programOf(service, image) }];
  },
);

function programOf(service: ComposeService, image: string): string {
  const [program = ""] = service.entrypoint?.slice(1) ?? service.command ?? command;
  return path.posix.relative("/app", path.posix.resolve("/app/services", image, program));
}

/** Variables of the container's process, including those of the image. */
export function environmentOf({ service, image }: OwnService): Record<string, string> {
  const ofImage = readDockerfile()
    .stages.at(-1)
    ?.steps.filter(({ instruction }) => instruction === "ENV")
    .flatMap(({ text }) => Object.entries(assignment(text)));
  const own = Object.entries(service.environment ?? {}).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(ofImage ?? []), SERVICE: image, ...Object.fromEntries(own) };
}
