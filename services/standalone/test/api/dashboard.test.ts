import { system, useSystem } from "../system.ts";

useSystem({ verifiers: [] });

const load = (path: string, method = "GET") => fetch(`${system.url}${path}`, { method });

describe("the dashboard's paths", () => {
  it.each(["/dashboard", "/dashboard/", "/dashboard/requests/ver_00000000000000000000000000"])(
    "serve the document at %s without credentials",
    async (path) => {
      const response = await load(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("content-security-policy")).toContain("require-trusted-types-for 'script'");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("x-request-id")).not.toBeNull();
    },
  );

  it("accept only GET and HEAD", async () => {
    const response = await load("/dashboard/requests", "POST");
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
    expect((await load("/dashboard", "HEAD")).status).toBe(200);
  });

  it.each(["none.js", "..%2f..%2fpackage.json", "main.ts"])("have no file %s", async (file) => {
    const response = await load(`/dashboard/assets/hash/${file}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
  });

  /** During a rollout, a page of one release requests its files from a process of another. */
  it("serve a page of another release the current files, without caching", async () => {
    const response = await load("/dashboard/assets/another/main.js");
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("have one metric label for all ids", async () => {
    const text = await (await load("/metrics")).text();
    expect(text).toContain('route="/dashboard"');
    expect(text).not.toContain("ver_0000");
  });
});
