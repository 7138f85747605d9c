import { newId } from "@receipts/contracts";
import { createPasswordHasher } from "@receipts/gateway";
import type { Response } from "supertest";
import { type CallSignedIn, type Owner, sessionCookie } from "./signed-in.ts";
import type { System } from "./system.ts";

/** PIN of every cashier here. */
export const PIN = "407192";
const hash = createPasswordHasher().hash(PIN);

type Caller = Pick<System, "call">;

/** The first cookie of a response with this name, as a request sends it. */
export function cookieOf(response: Response, name: string): string {
  const set: readonly string[] = [response.headers["set-cookie"] ?? []].flat();
  return set.find((cookie) => cookie.startsWith(`${name}=`))?.split(";")[0] ?? "";
}

/** Creates a till and enrolls a device; returns the device's cookie. */
export async function enrollDevice(
  { call }: Caller,
  person: CallSignedIn,
  draft: { readonly name?: string; readonly branchId?: string } = {},
): Promise<{ readonly tillId: string; readonly tillCookie: string }> {
  const created = await person("post", "/api/tills")
    .send({ name: "Counter 1", ...draft })
    .expect(201);
  const { till, code } = created.body.data;
  const enrolled = await call("post", "/api/till/enroll").send({ code }).expect(200);
  return { tillId: till.id, tillCookie: cookieOf(enrolled, "svc_till") };
}

/** Stores a cashier as the API does, with a PIN that was hashed once. */
export async function aCashier(
  { userId, on }: Pick<Owner, "userId" | "on">,
  { name = "Hanna", branchId = null }: { readonly name?: string; readonly branchId?: string | null } = {},
): Promise<string> {
  const id = newId("member");
  await on.database.pool.query(
    "insert into members (id, user_id, role, name, branch_id, pin_hash) values ($1, $2, 'cashier', $3, $4, $5)",
    [id, userId, name, branchId, await hash],
  );
  return id;
}

export const enterPin = (
  { call }: Caller,
  tillCookie: string,
  cashierId: string,
  pin = PIN,
): ReturnType<System["call"]> =>
  call("post", "/api/till/sign-in").set("cookie", tillCookie).send({ cashierId, pin });

/** Signs a cashier in at a till. */
export async function beginShift(
  system: Caller,
  tillCookie: string,
  cashierId: string,
): Promise<CallSignedIn> {
  const session = cookieOf(await enterPin(system, tillCookie, cashierId).expect(200), "svc_session");
  return (method, path) => system.call(method, path).set("cookie", `${session}; ${tillCookie}`);
}

export interface Counter {
  readonly tillId: string;
  readonly tillCookie: string;
  readonly cashierId: string;
  readonly cashier: CallSignedIn;
}

/** An enrolled till with a cashier who is signed in. */
export async function openCounter(
  system: Caller,
  person: Owner,
  draft: { readonly branchId?: string } = {},
): Promise<Counter> {
  const device = await enrollDevice(system, person, draft);
  const cashierId = await aCashier(person, draft);
  const session = await sessionCookie(person.on, person, cashierId, device.tillId);
  const cookie = `${session}; ${device.tillCookie}`;
  return { ...device, cashierId, cashier: (method, path) => system.call(method, path).set("cookie", cookie) };
}
