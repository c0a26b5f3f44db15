/** A note in the frame of a table takes its height from the board: nothing is covered, nothing has to be scrolled. */
export function takesRoom(node: HTMLElement) {
  const frame = node.parentElement!;
  const sized = new ResizeObserver(() => frame.style.setProperty("--taken", `${node.offsetHeight + 6}px`));
  sized.observe(node);
  return {
    destroy() {
      sized.disconnect();
      frame.style.removeProperty("--taken");
    },
  };
}
