const SHOWN_MS = 2_000;

/** Puts a button on each block of code. It copies the code without the line break at its end. */
export function addCopyButtons(blocks, texts) {
  for (const block of blocks) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = texts.copy;
    button.addEventListener("click", async () => {
      button.textContent = (await copy(block.querySelector("code"))) ? texts.copied : texts.select;
      setTimeout(() => {
        button.textContent = texts.copy;
      }, SHOWN_MS);
    });
    // Screen readers announce the new label of a button only from a live region.
    button.setAttribute("aria-live", "polite");
    block.append(button);
  }
}

async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent.trimEnd());
    return true;
  } catch {
    // The clipboard needs HTTPS or localhost. Elsewhere the selected code is copied, or left selected.
    getSelection()?.selectAllChildren(code);
    return document.execCommand("copy");
  }
}
