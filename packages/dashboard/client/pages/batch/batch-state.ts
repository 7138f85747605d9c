import { unlessNotFound } from "../../api/api-fault.ts";
import type { LoadContext, ViewContext } from "../../app/page.ts";
import { idleForm } from "../../elements/form.ts";
import { pageOf } from "../../elements/pager.ts";
import type { batchPageTexts } from "./batch-texts.ts";

type Loaded = NonNullable<Awaited<ReturnType<typeof load>>>;
export type BatchContext = ViewContext<typeof batchPageTexts, Loaded | undefined, ReturnType<typeof start>>;

export const start = () => ({ form: idleForm, isCanceling: false });

export async function load({ app, params, query, signal }: LoadContext) {
  const options = { params: { id: params["batchId"] ?? "" }, signal };
  const found = await unlessNotFound(
    Promise.all([
      app.api.get("/api/batches/{id}", options),
      app.api.get("/api/batches/{id}/items", { ...options, query: pageOf(query) }),
    ]),
  );
  if (found === undefined) return undefined;
  const [{ data: batch }, items] = found;
  if (batch.counts.invalid === 0) return { batch, items };
  const invalid = await app.api.get("/api/batches/{id}/items", {
    ...options,
    query: { state: "invalid", limit: MOST_SHOWN },
  });
  return { batch, items, invalid };
}

/** In one call. The CSV has all. */
const MOST_SHOWN = 100;
