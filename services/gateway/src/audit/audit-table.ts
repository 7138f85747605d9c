import { both } from "@receipts/web-pages";
import { columnsOf } from "../downloads/table-columns.ts";
import type { AuditEntryRow } from "./audit-entries.ts";

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));

const { text, time } = columnsOf<AuditEntryRow>();

export const auditTable = [
  text("id", both("Entry", "ግቤት"), ({ id }) => id),
  time("at", both("Time", "ጊዜ"), ({ at }) => at),
  text("action", both("Action", "ድርጊት"), ({ action }) => action),
  text("actorKind", both("Kind of actor", "የፈጻሚው ዓይነት"), ({ actorKind }) => actorKind),
  text("actorId", both("Actor", "ፈጻሚ"), ({ actorId }) => actorId),
  text("memberId", both("Member", "አባል"), ({ memberId }) => memberId),
  text("name", both("Name", "ስም"), ({ name }) => name),
  text("role", both("Role", "ሚና"), ({ role }) => role),
  text("subject", both("Subject", "የተመለከተው"), ({ subject }) => subject),
  text("requestId", both("Call", "ጥሪ"), ({ requestId }) => requestId),
  text("address", both("Address", "አድራሻ"), ({ address }) => address),
  text("before", both("Before", "ከመቀየሩ በፊት"), ({ before }) => json(before)),
  text("after", both("After", "ከተቀየረ በኋላ"), ({ after }) => json(after)),
];
