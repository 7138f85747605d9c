import { unlessNotFound } from "../../api/api-fault.ts";
import type { LoadContext, ViewContext } from "../../app/page.ts";
import { idleForm } from "../../elements/form.ts";
import { loadSubjectDeliveries } from "../../webhooks/subject-deliveries.ts";
import type { requestTexts } from "./request-texts.ts";

/** One request with its attempts and deliveries. */
export type RequestStory = NonNullable<Awaited<ReturnType<typeof load>>>;

/** `isRedelivering`: a redelivery is being requested. */
export const start = () => ({ form: idleForm, isRedelivering: false });

export type RequestContext = ViewContext<
  typeof requestTexts,
  RequestStory | undefined,
  ReturnType<typeof start>
>;

export async function load({ app, params, signal }: LoadContext) {
  const options = { params: { requestId: params["requestId"] ?? "" }, signal };
  const found = await unlessNotFound(
    Promise.all([
      app.api.get("/api/verify/{requestId}", options),
      app.api.get("/api/verify/{requestId}/attempts", options),
      loadSubjectDeliveries(app.api, { subject: options.params.requestId, signal }),
    ]),
  );
  return found && { record: found[0].data, asked: found[1].data, deliveries: found[2] };
}
