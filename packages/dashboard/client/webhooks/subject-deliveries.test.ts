import { subjectDeliveries } from "./subject-deliveries.ts";

type Context = Parameters<typeof subjectDeliveries>[0];
type Deliveries = Parameters<typeof subjectDeliveries>[2];

/** All event listeners of a template, at any depth. */
function listenersIn(value: unknown): (() => Promise<void>)[] {
  if (typeof value === "function") return [value as () => Promise<void>];
  if (Array.isArray(value)) return value.flatMap(listenersIn);
  if (typeof value === "object" && value !== null && "values" in value) return listenersIn(value.values);
  return [];
}

/** A page with working state and the webhooks of a request. */
function openPage() {
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
      post: async (_path: string, body: unknown) => {
        sent.push(body);
        await answered;
        return { data: { redelivered: 1 } };
      },
    },
  };
  let state = { isRedelivering: false };
  const context = () =>
    ({
      app,
      state,
      change: (patch: object) => {
        state = { ...state, ...patch };
      },
      reload: async () => undefined,
    }) as unknown as Context; // covers all that the view uses
  const deliveries = [{ id: "whd_1", state: "delivered", createdAt: "2026-03-02T09:00:00.000Z" }];
  const button = () =>
    listenersIn(subjectDeliveries(context(), "ver_1", deliveries as unknown as Deliveries))[0];
  return { button, sent, answer };
}

it("resends the webhooks once when the button is pressed repeatedly", async () => {
  const { button, sent, answer } = openPage();
  const pressed = [button()?.(), button()?.()];
  answer();
  await Promise.all(pressed);
  expect(sent).toEqual([{ subject: "ver_1" }]);
  await button()?.();
  expect(sent).toHaveLength(2);
});
