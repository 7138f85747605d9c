import type { DownloadForm } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { Request, Response } from "express";
import { callerOf } from "../http/request-context.ts";
import type { SendFile } from "../http/send-file.ts";
import { findAccountDays } from "./account-days.ts";
import { type Table, tableFile } from "./table-file.ts";

/** `find` reads nothing before the file has its place. */
export type SendTable = <Row>(
  request: Request,
  response: Response,
  form: DownloadForm,
  find: () => Table<Row> | Promise<Table<Row>>,
) => Promise<void>;

export function createSendTable(sendFile: SendFile, database: Queryable): SendTable {
  return (request, response, form, find) =>
    sendFile(request, response, async () =>
      tableFile(await find(), form, () => findAccountDays(database, callerOf(request).userId)),
    );
}

/** The day of a file's name. */
export const fileDay = () => new Date().toISOString().slice(0, 10);
