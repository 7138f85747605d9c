import { each, pointsOf, system, useCrashingSystem } from "./crash-points.ts";
import { postAsShop } from "./standalone-calls.ts";

useCrashingSystem();

describe("kill -9 while a deposit is created", () => {
  const create = (reference: string) =>
    postAsShop(system.process(), "/deposits", reference, { amount: "10.00", currency: "ETB", reference });
  const countsFor = (reference: string) =>
    system.counts(
      `select (select count(*) from deposits where reference = $1) as deposits,
              (select count(*) from deposit_events where data ->> 'reference' = $1) as events,
              (select count(*) from webhook_deliveries where payload::jsonb -> 'data' ->> 'reference' = $1) as webhooks,
              (select count(*) from checkout_responses where idempotency_key = $1) as answers`,
      reference,
    );

  it.each(
    pointsOf([
      { table: "deposits", on: "insert" },
      { table: "webhook_deliveries", on: "insert" },
      { table: "checkout_responses", on: "insert" },
      { table: "checkout_responses", on: "insert", at: "commit" },
    ]),
  )("at %s leaves it with its event and its stored response, or nothing", async (name, point) => {
    const reference = name.replaceAll(/\W/g, "-").slice(0, 60);
    await system.crashAt(point, () => create(reference));
    const isThere = point.at === "commit";
    const left = await countsFor(reference);
    expect(left).toEqual(each(left, isThere ? 1 : 0));
    await system.restart();
    const again = await create(reference);
    expect(again.status).toBe(201);
    expect(again.headers.get("idempotent-replayed")).toBe(isThere ? "true" : null);
    expect(await countsFor(reference)).toEqual(each(left, 1));
  });
});
