import { byId } from '../shell/dom.js';

/** Indicates that a scrolling part of the page continues below, and makes it scrollable by keyboard. */
export class ScrollHint {
  #part;
  #hint;

  /**
   * @param {string} part id of the scrolling element
   * @param {string} hint id of the element that is shown while there is more
   */
  constructor(part, hint) {
    this.#part = byId(part);
    this.#hint = byId(hint);
    this.#part.addEventListener('scroll', () => this.#update(), { passive: true });
    const resized = new ResizeObserver(() => this.#update());
    for (const observed of [this.#part, ...this.#part.children]) resized.observe(observed);
  }

  /** Scrolls to the start, e.g. for new content. */
  reset() {
    this.#part.scrollTop = 0;
    this.#update();
  }

  #update() {
    const { scrollTop, scrollHeight, clientHeight } = this.#part;
    // Sizes are rounded, positions are not.
    this.#hint.hidden = scrollTop + clientHeight >= scrollHeight - 2;
    if (scrollHeight > clientHeight + 2) this.#part.tabIndex = 0;
    else this.#part.removeAttribute('tabindex');
  }
}
