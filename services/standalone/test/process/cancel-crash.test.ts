import { each, pointsOf, system, useCrashingSystem } from "./crash-points.ts";
import { postAsShop } from "./standalone-calls.ts";
import { jsonOf } from "./standalone-process.ts";

useCrashingSystem();

describe("kill -9 while a deposit is canceled", () => {
  /** Counts everything that a cancellation changes. */
  const cancellationOf = (id: string) =>
    system.counts(
      `select (select count(*) from deposits where id = $1 and status = 'canceled' and canceled_at is not null) as canceled,
              (select count(*) from deposit_events where deposit_id = $1 and type = 'deposit.canceled') as events,
              (select count(*) from webhook_deliveries where event = 'deposit.canceled'
                and payload::jsonb ->> 'depositId' = $1) as webhooks,
              (select count(*) from checkout_responses where idempotency_key = 'cancel-' || $1) as answers`,
      id,
    );

  it.each(
    pointsOf([
      { table: "deposits", on: "update", when: "new.status = 'canceled'" },
      { table: "webhook_deliveries", on: "insert", when: "new.event = 'deposit.canceled'" },
      { table: "checkout_responses", on: "insert" },
      { table: "checkout_responses", on: "insert", at: "commit" },
    ]),
  )("at %s leaves it with its event and its stored response, or nothing", async (name, point) => {
    const order = { amount: "10.00", currency: "ETB", reference: "to be canceled" };
    const made = await postAsShop(system.process(), "/deposits", name.replaceAll(/\W/g, "-"), order);
    const { id } = (await jsonOf(made)).data;
    const cancel = () => postAsShop(system.process(), `/deposits/${id}/cancel`, `cancel-${id}`, {});
    await system.crashAt(point, cancel);
    const left = await cancellationOf(id);
    const isThere = point.at === "commit";
    expect(left).toEqual(each(left, isThere ? 1 : 0));
    await system.restart();
    const again = await cancel();
    expect(again.status).toBe(200);
    expect(again.headers.get("idempotent-replayed")).toBe(isThere ? "true" : null);
    expect((await jsonOf(again)).data).toMatchObject({ id, status: "canceled" });
    expect(await cancellationOf(id)).toEqual(each(left, 1));
  });
});
