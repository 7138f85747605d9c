import path from "node:path";
import { readText } from "./repository.ts";

/** Whether a file, by its path in the repository, is sent to the build: reads `.dockerignore` as Docker does. */
export function readDockerignore(): (file: string) => boolean {
  const patterns = readText(".dockerignore")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (patterns.some((pattern) => pattern.startsWith("!"))) throw new Error("exceptions are not supported");
  return (file) => {
    const parts = file.split("/");
    const folders = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    return !folders.some((folder) => patterns.some((pattern) => path.matchesGlob(folder, pattern)));
  };
}
