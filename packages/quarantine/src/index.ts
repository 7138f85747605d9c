export { createDeleteOldDocuments } from "./delete-old-documents.ts";
export {
  createDocumentQuarantine,
  type DocumentQuarantine,
  type UnrecognizedDocument,
} from "./document-quarantine.ts";
export { deriveQuarantineKey } from "./quarantine-key.ts";
export {
  deleteDocument,
  findDocument,
  listDocuments,
  openDocument,
  type QuarantinedDocument,
} from "./quarantined-documents.ts";
