import { addCopyButtons } from "./copy.js";
import { startSearch } from "./search.js";
import { showTabs } from "./tabs.js";
import { texts } from "./texts.js";

/** Everything here adds to a page that is complete without it. */
addCopyButtons(document.querySelectorAll(".code"), texts);
showTabs(document.querySelectorAll(".tabs"), texts);
startSearch(document.querySelector(".search"), texts);

/** The list beside the text is longer than a screen. It scrolls to the current page if that is out of sight. */
const side = document.querySelector(".side");
const current = side?.querySelector("[aria-current]");
if (current?.offsetTop > side?.clientHeight - current?.offsetHeight)
  side.scrollTop = current.offsetTop - side.clientHeight / 2;
