import { startApp } from "./app/app.ts";
import { takeFirstFrame } from "./app/first-frame.ts";
import { pages } from "./pages.ts";

const root = document.getElementById("app");
if (root === null) throw new Error("the document has no #app");
takeFirstFrame(root);
startApp(root, pages);

export { pages };
