import type { HostileDocument } from "./hostile-document.ts";
import { hostileJsons } from "./hostile-jsons.ts";
import { hostilePages } from "./hostile-pages.ts";
import { hostilePdfs } from "./hostile-pdf-responses.ts";
import { hostileResponses } from "./hostile-responses.ts";

export const hostileDocuments: readonly HostileDocument[] = [
  ...hostilePdfs,
  ...hostilePages,
  ...hostileJsons,
  ...hostileResponses,
];
