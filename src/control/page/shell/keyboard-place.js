/**
 * Keeps the place of the keyboard when its control disappears, e.g. Revoke with its row: the browser would begin at the top
 * of the page. The list that the control was in is focused, or the heading of its section. Another control is not: a key
 * that is still pressed, or meant for the former one, would act on it.
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
    const list = this.#path.find((element) => element.matches('ul, ol, tbody') && hasRows(element));
    const target = list instanceof HTMLElement ? list : headingOf(place ?? document.body);
    this.#path = [];
    if (target === null) return;
    target.tabIndex = -1;
    target.focus();
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

/** @param {Element} list */
function hasRows(list) {
  return isShown(list) && list.childElementCount > 0;
}

/** The heading of the section that an element is in, or of the view. @param {Element} place @returns {HTMLElement | null} */
function headingOf(place) {
  const section = place.closest('section') ?? document.body;
  const heading = [...section.querySelectorAll('h1, h2, h3')].find((each) => isShown(each));
  return heading instanceof HTMLElement ? heading : null;
}
