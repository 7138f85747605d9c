import express, { type RequestHandler, Router } from "express";
import { mountedRoutes } from "./mounted-routes.ts";

const respond: RequestHandler = (_request, response) => {
  response.end();
};

function anApp() {
  const inner = Router();
  inner.route("/things/:id").get(respond).delete(respond).all(respond);
  const app = express();
  app.use(respond);
  app.use(Router().use(inner));
  return app;
}

describe("the mounted routes", () => {
  it("are every method and path, at any depth, without middleware for all paths", () => {
    expect(mountedRoutes(anApp().router)).toEqual(["DELETE /things/{id}", "GET /things/{id}"]);
  });

  it.each<[string, (app: ReturnType<typeof anApp>) => unknown, string]>([
    ["an undocumented path", (app) => app.get("/stray", respond), "GET /stray"],
    ["one of several", (app) => app.get(["/stray", "/things/:id"], respond), "GET /stray"],
    ["another method of a known path", (app) => app.put("/things/:id", respond), "PUT /things/{id}"],
    ["a path for any method", (app) => app.route("/stray").all(respond), "* /stray"],
    ["a path without a method", (app) => app.use("/stray", respond), "USE /stray"],
    ["a router under a path", (app) => app.use("/stray", Router().post("/:a", respond)), "POST /stray/{a}"],
    ["a pattern", (app) => app.get(/stray/, respond), "GET /stray/"],
  ])("include %s", (_what, mount, found) => {
    const app = anApp();
    const before = mountedRoutes(app.router);
    mount(app);
    expect(mountedRoutes(app.router)).toEqual([...before, found].sort());
  });
});
