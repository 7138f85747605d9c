/** Text typed into the frame that the server drew, before the client was there. */
export interface Typed {
  readonly values: ReadonlyMap<string, string>;
  /** Name of the field with the focus. */
  readonly focused: string | undefined;
}

let typed: Typed | undefined;

/** Takes the place of the first frame, and keeps what was typed there. */
export function takeFirstFrame(root: HTMLElement): void {
  const inputs = [...root.querySelectorAll("input")];
  typed = {
    values: new Map(inputs.map(({ name, value }) => [name, value])),
    focused: inputs.find((input) => input === document.activeElement)?.name,
  };
  root.replaceChildren();
}

/** Returns it once, to the page that is drawn instead. */
export function takeTyped(): Typed | undefined {
  const taken = typed;
  typed = undefined;
  return taken;
}
