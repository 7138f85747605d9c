import { hostileAnswers } from "./hostile-answers.ts";
import type { HostileDocument } from "./hostile-document.ts";
import { hostileJsons } from "./hostile-jsons.ts";
import { hostilePages } from "./hostile-pages.ts";
import { hostilePdfs } from "./hostile-pdf-answers.ts";

export const hostileDocuments: readonly HostileDocument[] = [
  ...hostilePdfs,
  ...hostilePages,
  ...hostileJsons,
  ...hostileAnswers,
];
