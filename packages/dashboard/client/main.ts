import { startApp } from "./app/app.ts";
import { pages } from "./pages.ts";

const root = document.getElementById("app");
if (root === null) throw new Error("the document has no #app");
startApp(root, pages);

export { pages };
