import { byId } from './dom.js';

/** @typedef {'overview' | 'voice'} ViewName */

/** @type {Readonly<Record<ViewName, string>>} the fragment of each view */
const FRAGMENTS = { overview: '', voice: '#voice' };

/** Shows one view of the page at a time, that of the URL's fragment. */
export class Views {
  #shown;

  /** @param {(name: ViewName) => void} shown called with the view that is shown from now on */
  constructor(shown) {
    this.#shown = shown;
    addEventListener('hashchange', () => this.#show());
    this.#show();
  }

  /** @returns {ViewName} */
  get current() {
    return location.hash === FRAGMENTS.voice ? 'voice' : 'overview';
  }

  #show() {
    const { current } = this;
    for (const name of /** @type {ViewName[]} */ (Object.keys(FRAGMENTS))) {
      byId(`${name}-view`).hidden = name !== current;
      const link = byId(`${name}-link`);
      if (name === current) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    scrollTo(0, 0);
    this.#shown(current);
  }
}
