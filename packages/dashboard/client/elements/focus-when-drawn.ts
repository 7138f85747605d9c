/** For `ref`: focuses the element after it is drawn. */
export function focusWhenDrawn(element: Element | undefined): void {
  // While drawing, the element is not yet in the page.
  queueMicrotask(() => {
    if (element instanceof HTMLElement && element.isConnected) element.focus();
  });
}
