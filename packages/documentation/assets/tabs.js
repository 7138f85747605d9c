const STORED = "docs-language";

/** Makes tabs of sections that show one call in several languages. The choice holds for all pages. */
export function showTabs(groups, texts) {
  const all = [...groups].map((group, nth) => tabsOf(group, nth, texts));
  if (all.length === 0) return;
  const selectEverywhere = (name) => {
    for (const tabs of all) tabs.select(name);
  };
  for (const tabs of all) {
    tabs.select(tabs.names[0]);
    tabs.onChoice((name) => {
      const before = tabs.top();
      selectEverywhere(name);
      // Groups further up may have changed their height: the pressed tab stays under the pointer.
      scrollBy(0, tabs.top() - before);
      remember(name);
    });
  }
  selectEverywhere(remembered());
  const followHash = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const panel = target?.closest(".tab");
    if (!panel) return;
    selectEverywhere(panel.dataset.tab);
    panel.parentElement.scrollIntoView();
  };
  addEventListener("hashchange", followHash);
  followHash();
}

function tabsOf(group, nth, texts) {
  const panels = [...group.querySelectorAll(":scope > .tab")];
  const list = document.createElement("div");
  list.className = "tab-list";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", texts.languages);
  const buttons = panels.map((panel, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.id = `tab-${nth}-${at}`;
    button.textContent = panel.dataset.tab;
    button.setAttribute("role", "tab");
    panel.id = `panel-${nth}-${at}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", button.id);
    button.setAttribute("aria-controls", panel.id);
    list.append(button);
    return button;
  });
  group.prepend(list);
  group.classList.add("chosen");

  const names = panels.map((panel) => panel.dataset.tab);
  const select = (name) => {
    if (!names.includes(name)) return;
    for (const [at, panel] of panels.entries()) {
      const isSelected = names[at] === name;
      panel.hidden = !isSelected;
      buttons[at].setAttribute("aria-selected", String(isSelected));
      buttons[at].tabIndex = isSelected ? 0 : -1;
    }
  };
  const onChoice = (choose) => {
    for (const [at, button] of buttons.entries()) {
      button.addEventListener("click", () => choose(names[at]));
      button.addEventListener("keydown", (event) => {
        const next = neighbour(event.key, at, buttons.length);
        if (next === undefined) return;
        event.preventDefault();
        buttons[next].focus();
        choose(names[next]);
      });
    }
  };
  return { names, select, onChoice, top: () => list.getBoundingClientRect().top };
}

function neighbour(key, at, count) {
  const steps = { ArrowRight: at + 1, ArrowLeft: at - 1 + count, Home: 0, End: count - 1 };
  return Object.hasOwn(steps, key) ? steps[key] % count : undefined;
}

/** Storage can be switched off: then the choice holds for the page. */
function remember(name) {
  try {
    localStorage.setItem(STORED, name);
  } catch {}
}

function remembered() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}
