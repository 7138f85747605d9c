/** For `ref`: what has just been drawn gets the focus. */
export function focusWhenDrawn(element: Element | undefined): void {
  // Not in the page yet while it is drawn.
  queueMicrotask(() => {
    if (element instanceof HTMLElement && element.isConnected) element.focus();
  });
}
