/**
 * Draws. If the element with the focus is gone afterwards, the heading of its section gets the focus, or that of the page.
 * Otherwise the keyboard would start again at the top.
 */
export function drawKeepingFocus(root: HTMLElement, draw: () => void): void {
  const focused = document.activeElement;
  const sections = [...sectionsAround(focused)];
  draw();
  // Dialogs and notices take the focus first.
  queueMicrotask(() => {
    if (focused === null || focused.isConnected || document.activeElement !== document.body) return;
    const section = sections.find(({ isConnected }) => isConnected);
    const heading = section?.querySelector("h2, h3") ?? root.querySelector("h1");
    if (!(heading instanceof HTMLElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}

function* sectionsAround(element: Element | null): Generator<Element> {
  const section = element?.parentElement?.closest("section") ?? null;
  if (section === null) return;
  yield section;
  yield* sectionsAround(section);
}
