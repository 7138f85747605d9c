import { openSystem, type System } from "../system.ts";

let system: System;
beforeAll(async () => {
  system = await openSystem({ verifiers: [] });
});
afterAll(() => system.stop());

const ask = (path: string, method = "GET") => fetch(`${system.url}${path}`, { method });

describe("the dashboard's paths", () => {
  it.each(["/dashboard", "/dashboard/", "/dashboard/requests/ver_00000000000000000000000000", "/dashboard/%E0%A4%A"])(
    "%s is its document, for everybody",
    async (path) => {
      const answer = await ask(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(answer.headers.get("content-security-policy")).toContain("require-trusted-types-for 'script'");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-request-id")).not.toBeNull();
    },
  );

  it("are read and nothing else", async () => {
    const answer = await ask("/dashboard/requests", "POST");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, HEAD");
    expect((await ask("/dashboard", "HEAD")).status).toBe(200);
  });

  it.each(["main.ts", "pages/none.ts", "../package.json", "..%2f..%2fpackage.json"])(
    "have no file %s that is not of the client",
    async (file) => {
      const answer = await ask(`/dashboard/assets/hash/${file}`);
      const isThere = file === "main.ts";
      // A page of another release asks for what it knows: it gets what there is, and keeps it not.
      expect(answer.status).toBe(isThere || file.startsWith("../") ? 200 : 404);
      expect(answer.headers.get("cache-control")).not.toContain("immutable");
      expect(await answer.text()).not.toContain('"@receipts/dashboard"');
    },
  );

  it("have one name in the metrics, whatever ids are in them", async () => {
    const text = await (await ask("/metrics")).text();
    expect(text).toContain('route="/dashboard"');
    expect(text).not.toContain("ver_0000");
  });
});
