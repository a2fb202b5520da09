const CONTROLS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary';

/**
 * Keeps the place of the keyboard when an action removes its own control, e.g. Revoke its row: the browser would begin at the
 * top of the page. The next control is focused that the list or section still has, otherwise its heading.
 */
export class KeyboardPlace {
  /** the element that was focused last, and those that it is in @type {Element[]} */
  #path = [];

  constructor() {
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) this.#path = pathOf(target);
    });
    const options = { childList: true, subtree: true, attributeFilter: ['hidden', 'open'] };
    new MutationObserver(() => this.#restore()).observe(document.body, options);
  }

  #restore() {
    const [last] = this.#path;
    if (last === undefined || isShown(last)) return;
    // Somebody else has moved the focus.
    if (document.activeElement !== document.body && document.activeElement !== last) return;
    const place = this.#path.find((element) => isShown(element));
    const next = place === undefined || place === document.body ? null : controlIn(place);
    const target = next ?? headingOf(place ?? document.body);
    this.#path = [];
    target?.focus();
  }
}

/** @param {Element} element */
function pathOf(element) {
  const path = [];
  for (let each = element; each !== null; each = /** @type {Element} */ (each.parentElement)) path.push(each);
  return path;
}

/** @param {Element} element */
function isShown(element) {
  return element.isConnected && element.checkVisibility();
}

/** @param {Element} place @returns {HTMLElement | null} */
function controlIn(place) {
  if (place.matches('main')) return null;
  const controls = [...place.querySelectorAll(CONTROLS)];
  const shown = controls.find((control) => isShown(control));
  return shown instanceof HTMLElement ? shown : null;
}

/** The heading of the section that an element is in, or of the view. @param {Element} place @returns {HTMLElement | null} */
function headingOf(place) {
  const section =
    place.closest('section') ?? document.querySelector('main section:not([hidden])') ?? document.body;
  const heading = section.querySelector('h1, h2, h3');
  if (!(heading instanceof HTMLElement)) return null;
  heading.tabIndex = -1;
  return heading;
}
