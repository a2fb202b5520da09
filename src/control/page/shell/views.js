import { byId, element } from './dom.js';

/** @typedef {import('../../operations/live.js').Part} Part */

/**
 * One view of the page. Its folder has its element, `<div id="NAME-view" class="view" hidden>`, its scripts and its
 * styles.
 *
 * @typedef {object} View
 * @property {(isShown: boolean) => void} [setShown] called when it is shown and when it no longer is
 * @property {(path: readonly string[]) => void} [open] called when it is shown, with the rest of the URL's fragment: `['7',
 * '9']` for `#guilds/7/9`
 * @property {(part: Part) => void} [receive] called with every update of `GET /live`, shown or not
 */

/** @typedef {{ readonly name: string, readonly title: string, readonly view: View }} NamedView */

/** Shows one view of the page at a time, that of the URL's fragment; the first one without a fragment. */
export class Views {
  #views;
  #onShown;
  /** @type {NamedView | null} */
  #shown = null;
  /** @type {Map<NamedView, HTMLElement>} */
  #links = new Map();

  /**
   * @param {readonly [NamedView, ...NamedView[]]} views in the order of the navigation
   * @param {(view: NamedView) => void} onShown called with the view that is shown from now on
   */
  constructor(views, onShown) {
    this.#views = views;
    this.#onShown = onShown;
    for (const view of views) {
      const link = element('a', { id: `${view.name}-link`, href: `#${view.name}` }, view.title);
      this.#links.set(view, link);
    }
    const reference = element('a', { href: '/docs/' }, 'Reference');
    byId('views').replaceChildren(...this.#links.values(), reference);
    addEventListener('hashchange', () => this.#show());
    this.#show();
  }

  /** @param {Part} part */
  receive(part) {
    for (const { view } of this.#views) view.receive?.(part);
  }

  /** Hides the view that is shown, so that it stops its updates. */
  close() {
    this.#shown?.view.setShown?.(false);
    this.#shown = null;
  }

  #show() {
    const [name, ...path] = readFragment();
    const named = this.#views.find((one) => one.name === name);
    const current = named ?? this.#views[0];
    // The address is that of the view that is shown; a code to sign in with reloads the page.
    if (named === undefined && name !== '' && !name?.startsWith('code=')) {
      history.replaceState(null, '', `#${current.name}`);
    }
    const isNew = current !== this.#shown;
    if (isNew) {
      this.#shown?.view.setShown?.(false);
      this.#shown = current;
      for (const [view, link] of this.#links) {
        byId(`${view.name}-view`).hidden = view !== current;
        if (view === current) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
      }
      this.#onShown(current);
      scrollTo(0, 0);
    }
    current.view.open?.(named === undefined ? [] : path);
    if (isNew) current.view.setShown?.(true);
  }
}

/** The parts of the URL's fragment; as they are if they are not encoded as parts of a URL are. */
function readFragment() {
  const parts = location.hash.slice(1).split('/');
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return parts;
  }
}
