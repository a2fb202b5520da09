import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId, element, foreignText, keepInStep, showIfChanged } from '../shell/dom.js';
import { count, visibleLines } from '../shell/format.js';
import { timeElement } from '../shell/time-element.js';

/** @typedef {import('../../guilds/guild-schemas.js').ShownMessage} ShownMessage */
/** @typedef {import('../../guilds/guild-schemas.js').MessagePage} MessagePage */

/** How close to its end a list counts as scrolled to it, in pixels. */
const NEAR = 40;
/** How many messages are shown; older ones are dropped while the person reads the newest. */
const MAX_SHOWN = 500;

/** Shows the messages of one channel. */
export class MessageList {
  #scroll = byId('messages-scroll');
  #earlier = byId('messages-earlier');
  #new = byId('messages-new');
  /** oldest first @type {ShownMessage[]} */
  #messages = [];
  #hasMore = false;

  /** @param {(before: string) => Promise<MessagePage | undefined>} readEarlier must not throw */
  constructor(readEarlier) {
    // Scrolls by keyboard.
    this.#scroll.tabIndex = 0;
    this.#earlier.addEventListener('click', () => void this.#addEarlier(readEarlier));
    byId('messages-bottom').addEventListener('click', () => this.#scrollToEnd());
    this.#scroll.addEventListener('scroll', () => {
      if (this.#isAtEnd()) this.#new.hidden = true;
    });
  }

  /** Removes everything, for another channel. */
  clear() {
    this.#messages = [];
    this.#hasMore = false;
    this.#render();
    byId('messages-none').hidden = true;
  }

  /** @param {MessagePage} page the newest messages */
  showPage({ messages, has_more }) {
    const [first] = messages;
    const shown = new Set(this.#messages.map(({ id }) => id));
    // What was read before stays, e.g. after the daemon was restarted, unless messages between both may be missing.
    const isContinued = has_more && messages.some(({ id }) => shown.has(id));
    const older =
      first !== undefined && isContinued ? this.#messages.filter(({ id }) => isBefore(id, first.id)) : [];
    this.#hasMore = older.length > 0 ? this.#hasMore : has_more;
    this.#replace([...older, ...messages], true);
  }

  /** @param {ShownMessage} message new or changed */
  put(message) {
    const index = this.#messages.findIndex(({ id }) => id === message.id);
    if (index !== -1) return this.#replace(this.#messages.with(index, message), false);
    const last = this.#messages.at(-1);
    // An older one that is not shown was changed.
    if (last !== undefined && isBefore(message.id, last.id)) return;
    this.#replace([...this.#messages, message], false);
  }

  /** @param {string} id */
  remove(id) {
    this.#replace(
      this.#messages.filter((message) => message.id !== id),
      false,
    );
  }

  /** @param {(before: string) => Promise<MessagePage | undefined>} readEarlier */
  async #addEarlier(readEarlier) {
    const [first] = this.#messages;
    if (first === undefined) return;
    const page = await readEarlier(first.id);
    // Another channel may be shown by now.
    if (page === undefined || this.#messages[0] !== first) return;
    const height = this.#scroll.scrollHeight;
    this.#messages = [...page.messages, ...this.#messages];
    this.#hasMore = page.has_more;
    this.#render();
    // What the person read stays where it was.
    this.#scroll.scrollTop += this.#scroll.scrollHeight - height;
    this.#earlier.focus();
  }

  /**
   * @param {ShownMessage[]} messages
   * @param {boolean} isFirst whether they are the first of their channel that are shown
   */
  #replace(messages, isFirst) {
    const isAtEnd = isFirst || this.#isAtEnd();
    const isLonger = messages.length > this.#messages.length;
    const isCut = isAtEnd && messages.length > MAX_SHOWN;
    this.#messages = isCut ? messages.slice(-MAX_SHOWN) : messages;
    this.#hasMore ||= isCut;
    this.#render();
    if (isAtEnd) this.#scrollToEnd();
    else if (isLonger) this.#new.hidden = false;
  }

  #isAtEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroll;
    return scrollTop + clientHeight >= scrollHeight - NEAR;
  }

  #scrollToEnd() {
    this.#scroll.scrollTop = this.#scroll.scrollHeight;
    this.#new.hidden = true;
  }

  #render() {
    this.#earlier.hidden = !this.#hasMore;
    byId('messages-none').hidden = this.#messages.length > 0;
    keepInStep(byId('messages'), this.#messages, {
      key: ({ id }) => id,
      create: () => element('li', { class: 'message' }),
      update: (row, message) => showIfChanged(row, message, () => updateRow(row, message)),
    });
  }
}

/**
 * Compares ids, which are numbers in decimal.
 *
 * @param {string} id
 * @param {string} other
 */
function isBefore(id, other) {
  return BigInt(id) < BigInt(other);
}

/**
 * @param {HTMLElement} row
 * @param {ShownMessage} message
 */
function updateRow(row, message) {
  const { action, attachments, author, content, embeds, is_edited, is_pinned, timestamp } = message;
  const facts = [
    ...(action === null ? [] : [action]),
    ...(is_edited ? ['edited'] : []),
    ...(is_pinned ? ['pinned'] : []),
    ...attachments.map((name) => `file ${toVisibleText(name)}`),
    ...(embeds === 0 ? [] : [count(embeds, 'embed')]),
  ];
  row.replaceChildren(
    element(
      'div',
      { class: 'message-head' },
      foreignText('bdi', 'name', author.name),
      ...(author.is_bot ? [element('span', { class: 'chip' }, 'bot')] : []),
      timeElement(timestamp),
    ),
    // Line ends are the author's own; every other control character is shown as its code.
    element('div', { class: 'message-content', dir: 'auto' }, visibleLines(content)),
    ...(facts.length === 0 ? [] : [element('div', { class: 'facts' }, facts.join(' · '))]),
  );
}
