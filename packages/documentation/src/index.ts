export type { DocumentationDeps } from "./build-pages.ts";
export { createDocumentation, type Documentation } from "./create-documentation.ts";
