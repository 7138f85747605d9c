import type { RequestContext } from "./request-page.ts";
import { requestTexts } from "./request-texts.ts";
import { webhookStep } from "./webhook-step.ts";

type Deliveries = Parameters<typeof webhookStep>[1];

/** All event listeners of a template, at any depth. */
function listenersIn(value: unknown): (() => Promise<void>)[] {
  if (typeof value === "function") return [value as () => Promise<void>];
  if (Array.isArray(value)) return value.flatMap(listenersIn);
  if (typeof value === "object" && value !== null && "values" in value) return listenersIn(value.values);
  return [];
}

/** A page with working state and two deliveries that can be redelivered. */
function openStep() {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const sent: unknown[] = [];
  const app = {
    language: "en",
    announce: () => undefined,
    attempt: async (run: () => Promise<unknown>) => {
      await run();
      return true;
    },
    api: {
      post: async (_path: string, _body: unknown, { params }: { readonly params: object }) => {
        sent.push(params);
        await answered;
      },
    },
  };
  let state = { isRedelivering: false };
  const context = () =>
    ({
      app,
      texts: requestTexts.en,
      params: { requestId: "ver_1" },
      state,
      change: (patch: object) => {
        state = { ...state, ...patch };
      },
      reload: async () => undefined,
    }) as unknown as RequestContext; // covers all that the step uses
  const deliveries = ["whd_1", "whd_2"].map((id) => ({
    id,
    url: "https://shop.example/hook",
    state: "delivered",
    nextAttemptAt: null,
    attempts: [],
    attemptCount: 0,
  })) as unknown as Deliveries;
  const buttons = () => listenersIn(webhookStep(context(), deliveries).body);
  return { buttons, sent, answer };
}

describe("a delivery", () => {
  it("is resent once when its button is pressed repeatedly", async () => {
    const { buttons, sent, answer } = openStep();
    const pressed = [buttons()[0]?.(), buttons()[0]?.(), buttons()[1]?.()];
    answer();
    await Promise.all(pressed);
    expect(sent).toEqual([{ requestId: "ver_1", id: "whd_1" }]);
    await buttons()[1]?.();
    expect(sent).toHaveLength(2);
  });
});
