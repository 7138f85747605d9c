import { addCopyButtons } from "./copy.js";
import { startSearch } from "./search.js";
import { showTabs } from "./tabs.js";
import { texts } from "./texts.js";

/** Everything here adds to a page that is complete without it. */
addCopyButtons(document.querySelectorAll(".code"), texts);
showTabs(document.querySelectorAll(".tabs"), texts);
startSearch(document.querySelector(".search"), texts);
