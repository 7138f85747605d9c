import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { generatedFolders, monitoringFiles } from "../src/monitoring-files.ts";

const deploy = path.resolve(import.meta.dirname, "../..");

describe("files for Prometheus and Grafana", () => {
  it.each([...monitoringFiles()])("%s is up to date (npm run monitoring writes it)", (file, text) => {
    expect(readFileSync(path.join(deploy, file), "utf8")).toBe(text);
  });

  it.each(generatedFolders)("%s has no other file", (folder) => {
    const generated = [...monitoringFiles().keys()].filter((file) => path.dirname(file) === folder);
    expect(readdirSync(path.join(deploy, folder)).toSorted()).toEqual(
      generated.map((file) => path.basename(file)).toSorted(),
    );
  });
});
