import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId, element, foreignText, keepInStep, showIfChanged } from '../shell/dom.js';
import { byteSize, count, visibleLines } from '../shell/format.js';
import { timeElement } from '../shell/time-element.js';
import { parseMarkdown } from './markdown.js';
import { MessageImages } from './message-images.js';
import { MessageWindow } from './message-window.js';

/** @typedef {import('../../guilds/guild-schemas.js').ShownMessage} ShownMessage */
/** @typedef {import('../../guilds/guild-schemas.js').MessagePage} MessagePage */

/**
 * @typedef {object} MessageListOptions
 * @property {(which: 'newest' | 'earlier' | 'later', id: string) => Promise<MessagePage | undefined>} read a page of the
 * channel, before or after a message; must not throw
 * @property {(message: ShownMessage) => void} edit starts to edit a message of the person
 * @property {(message: ShownMessage) => void} remove a message of the person
 */

/** How close to its end a list counts as scrolled to it, in pixels. */
const NEAR = 40;
/** How close to what is not shown it is loaded, in pixels. */
const LOADS = 300;

/** Shows the messages of one channel: the newest, or as far as the person scrolled back. */
export class MessageList {
  #scroll = byId('messages-scroll');
  #new = byId('messages-new');
  #window = new MessageWindow();
  #images = new MessageImages(this.#scroll);
  #options;
  /** the person's id; null: nobody is signed in @type {string | null} */
  #ownId = null;
  #isLoading = false;
  /** counts the starts; what was asked for before the last one is outdated */
  #start = 0;

  /** @param {MessageListOptions} options */
  constructor(options) {
    this.#options = options;
    // Scrolls by keyboard.
    this.#scroll.tabIndex = 0;
    byId('messages-bottom').addEventListener('click', () => this.showEnd());
    this.#scroll.addEventListener('scroll', () => {
      if (!this.#window.hasLater && this.#isAtEnd()) this.#new.hidden = true;
      this.#loadNear();
    });
  }

  /** @param {string | null} id of the person */
  setOwnId(id) {
    if (id === this.#ownId) return;
    this.#ownId = id;
    if (this.#window.messages.length > 0) this.#render();
  }

  /** Removes everything, for another channel. */
  clear() {
    this.#window.clear();
    this.#restart();
    byId('messages-none').hidden = true;
  }

  /** @param {MessagePage} page the newest messages */
  showPage(page) {
    this.#window.showNewest(page);
    this.#restart();
    this.#scrollToEnd();
    this.#loadNear();
  }

  /** @param {ShownMessage} message new or changed */
  put(message) {
    const isFollowed = !this.#window.hasLater && this.#isAtEnd();
    const isNew = this.#change(isFollowed, () => this.#window.put(message, isFollowed));
    if (isNew && !isFollowed) this.#new.hidden = false;
  }

  /** @param {string} id */
  remove(id) {
    this.#change(!this.#window.hasLater && this.#isAtEnd(), () => this.#window.remove(id));
    this.#loadNear();
  }

  /** Shows the newest message. */
  showEnd() {
    if (this.#window.hasLater) void this.#load('newest');
    else this.#scrollToEnd();
  }

  #restart() {
    this.#start += 1;
    this.#isLoading = false;
    this.#scroll.removeAttribute('aria-busy');
    this.#render();
  }

  #loadNear() {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroll;
    if (this.#window.hasEarlier && scrollTop < LOADS) void this.#load('earlier');
    else if (this.#window.hasLater && scrollTop + clientHeight > scrollHeight - LOADS)
      void this.#load('later');
  }

  /** @param {'newest' | 'earlier' | 'later'} which */
  async #load(which) {
    const { messages } = this.#window;
    const edge = which === 'earlier' ? messages[0] : messages.at(-1);
    if (this.#isLoading || edge === undefined) return;
    const start = this.#start;
    this.#isLoading = true;
    this.#scroll.setAttribute('aria-busy', 'true');
    this.#window.beginLoading();
    const page = await this.#options.read(which, edge.id);
    // Another channel may be shown by now.
    if (start !== this.#start) return;
    this.#isLoading = false;
    this.#scroll.removeAttribute('aria-busy');
    if (page === undefined) return this.#window.endLoading();
    this.#change(which === 'newest', () => {
      if (which === 'earlier') this.#window.addEarlier(page);
      else if (which === 'later') this.#window.addLater(page);
      else this.#window.jumpToNewest(page);
    });
    if (page.messages.length > 0) this.#loadNear();
  }

  /**
   * Changes which messages are shown. What the person reads stays where it is, unless they follow the newest ones.
   *
   * @template Result
   * @param {boolean} isFollowed
   * @param {() => Result} change
   * @returns {Result}
   */
  #change(isFollowed, change) {
    const rows = /** @type {HTMLElement[]} */ ([...byId('messages').children]);
    const read = rows.find((row) => row.offsetTop + row.offsetHeight > this.#scroll.scrollTop);
    const top = read?.offsetTop ?? 0;
    const result = change();
    this.#render();
    if (isFollowed) this.#scrollToEnd();
    else if (read?.isConnected) this.#scroll.scrollTop += read.offsetTop - top;
    return result;
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
    const { messages } = this.#window;
    byId('messages-none').hidden = messages.length > 0;
    keepInStep(byId('messages'), messages, {
      key: ({ id }) => id,
      create: () => element('li', { class: 'message' }),
      update: (row, message) => {
        const isOwn = message.author.id === this.#ownId && message.action === null;
        showIfChanged(row, [message, isOwn], () => this.#updateRow(row, message, isOwn));
      },
    });
  }

  /**
   * @param {HTMLElement} row
   * @param {ShownMessage} message
   * @param {boolean} isOwn whether the person wrote it
   */
  #updateRow(row, message, isOwn) {
    const { action, author, content, embeds, files, is_edited, is_pinned, timestamp } = message;
    const facts = [
      ...(action === null ? [] : [action]),
      ...(is_edited ? ['edited'] : []),
      ...(is_pinned ? ['pinned'] : []),
      ...(embeds === 0 ? [] : [count(embeds, 'embed')]),
    ];
    const { edit, remove } = this.#options;
    row.replaceChildren(
      element(
        'div',
        { class: 'message-head' },
        foreignText('bdi', 'name', author.name),
        ...(author.is_bot ? [element('span', { class: 'chip' }, 'bot')] : []),
        timeElement(timestamp),
        ...(isOwn
          ? [
              element(
                'span',
                { class: 'message-actions' },
                actionButton('Edit', () => edit(message)),
                actionButton('Delete', () => remove(message)),
              ),
            ]
          : []),
      ),
      element('div', { class: 'message-content', dir: 'auto' }, ...parseMarkdown(content).map(show)),
      ...files.map((file) => this.#showFile(message, file)),
      ...(facts.length === 0 ? [] : [element('div', { class: 'facts' }, facts.join(' · '))]),
    );
  }

  /**
   * @param {ShownMessage} message
   * @param {ShownMessage['files'][number]} file
   */
  #showFile(message, file) {
    const name = toVisibleText(file.name);
    const link =
      file.url === null
        ? name
        : element('a', { href: file.url, target: '_blank', rel: 'noopener noreferrer' }, name);
    return element(
      'div',
      { class: 'message-file' },
      ...(file.image === null ? [] : [this.#images.create(message.id, file.id, file.image)]),
      element('div', { class: 'facts' }, link, ` (${byteSize(file.bytes)})`),
    );
  }

  /** @param {(message: string, file: string) => Promise<Blob>} fetchImage of a message of the channel */
  setImages(fetchImage) {
    this.#images.setSource(fetchImage);
  }
}

/**
 * @param {string} text
 * @param {() => void} act
 */
function actionButton(text, act) {
  const button = element('button', { type: 'button', class: 'link' }, text);
  button.addEventListener('click', act);
  return button;
}

/**
 * A part of a message as an element. Line ends are the author's own; every other control character is shown as its code.
 *
 * @param {import('./markdown.js').Part} part
 * @returns {Node | string}
 */
function show(part) {
  switch (part.kind) {
    case 'text':
      return visibleLines(part.text);
    case 'code':
      return element('code', {}, visibleLines(part.text));
    case 'codeBlock':
      return element('pre', {}, element('code', {}, visibleLines(part.text)));
    case 'link':
      return element(
        'a',
        { href: part.href, target: '_blank', rel: 'noopener noreferrer' },
        toVisibleText(part.text),
      );
    case 'spoiler':
      return spoiler(part.parts);
    default:
      return element(ELEMENTS[part.kind], {}, ...part.parts.map(show));
  }
}

const ELEMENTS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', quote: 'blockquote' };

/** Text that is not in the page before the person asks for it. @param {readonly import('./markdown.js').Part[]} parts */
function spoiler(parts) {
  const button = element('button', { type: 'button', class: 'spoiler' }, 'Spoiler');
  button.addEventListener('click', () => {
    const shown = element('span', { class: 'spoiler', tabindex: '-1' }, ...parts.map(show));
    button.replaceWith(shown);
    shown.focus();
  });
  return button;
}
