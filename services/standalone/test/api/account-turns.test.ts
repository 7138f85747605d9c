import { overtake } from "../overtake.ts";
import { aPerson } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

const POOL = 8;
useSystem({ verifiers: [], env: { DATABASE_POOL_SIZE: `${POOL}` } });

it("an account whose calls wait in the database leaves connections to the others, and all of them end", async () => {
  const [busy, other] = [await aPerson(system), await aPerson(system)];
  const names = Array.from({ length: 4 * POOL }, (_, at) => `Shop ${at}`);
  const answers = await overtake({
    lock: ["select from users where id = $1 for update", busy.account.userId],
    act: () =>
      Promise.all(
        names.map((businessName) => busy.person("patch", "/api/profile").send({ businessName }).expect(200)),
      ),
    meanwhile: async () => {
      for (let call = 0; call < POOL; call += 1)
        await other
          .person("patch", "/api/profile")
          .send({ businessName: `Other ${call}` })
          .expect(200);
    },
  });
  expect(answers.map(({ body }) => body.data.businessName)).toEqual(names);
});
