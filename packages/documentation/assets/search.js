import { createFinder, markedExcerpt } from "./search-index.js";

const MOST_RESULTS = 8;

/** Shows the search field. The sections and the library are loaded when it is first used. */
export function startSearch(box, texts) {
  const input = box.querySelector("input");
  const list = box.querySelector("ul");
  const status = box.querySelector("[role=status]");
  let finder;
  box.hidden = false;

  const load = () => {
    finder ??= loadFinder(box.dataset.sections).catch((error) => {
      finder = undefined;
      throw error;
    });
    return finder;
  };
  const show = async () => {
    const query = input.value.trim();
    if (query === "") return close();
    status.textContent = texts.loading;
    try {
      const find = await load();
      if (input.value.trim() !== query) return;
      const results = find(query).slice(0, MOST_RESULTS);
      status.textContent = results.length === 0 ? texts.none(query) : texts.found(results.length);
      list.replaceChildren(
        ...(results.length === 0 ? [messageOf(texts.none(query))] : results.map((result) => itemOf(result))),
      );
    } catch {
      status.textContent = texts.failed;
      list.replaceChildren(messageOf(texts.failed));
    }
    list.hidden = false;
  };
  const close = () => {
    list.hidden = true;
    status.textContent = "";
  };

  input.addEventListener("focus", () => {
    load().catch(() => undefined);
    show();
  });
  input.addEventListener("input", show);
  box.addEventListener("keydown", async (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      input.focus();
      close();
    } else if (event.key === "Enter" && event.target === input) {
      await show();
      list.querySelector("a")?.click();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    }
  });
  box.addEventListener("focusout", (event) => {
    if (!box.contains(event.relatedTarget)) close();
  });
  list.addEventListener("click", (event) => {
    if (event.target.closest("a")) close();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    input.focus();
    input.select();
  });

  /** From the field to the first result, from result to result, and back to the field. */
  function step(by) {
    const stops = [input, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    stops[Math.min(Math.max(at + by, 0), stops.length - 1)].focus();
  }
}

async function loadFinder(address) {
  const [{ default: MiniSearch }, sections] = await Promise.all([
    import("minisearch"),
    fetch(address).then((response) => {
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      return response.json();
    }),
  ]);
  return createFinder(MiniSearch, sections);
}

function itemOf({ id, page, heading, text, terms }) {
  const link = document.createElement("a");
  link.className = "result";
  link.href = id;
  const title = document.createElement("strong");
  title.textContent = heading;
  const where = document.createElement("span");
  where.className = "where";
  where.textContent = heading === page ? "" : page;
  const excerpt = document.createElement("span");
  excerpt.className = "excerpt";
  for (const { text: part, isMatch } of markedExcerpt(text, terms)) {
    const node = isMatch ? document.createElement("mark") : document.createTextNode(part);
    if (isMatch) node.textContent = part;
    excerpt.append(node);
  }
  link.append(title, where, excerpt);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function messageOf(text) {
  const item = document.createElement("li");
  item.className = "message";
  item.textContent = text;
  return item;
}
