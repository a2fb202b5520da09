import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId } from '../shell/dom.js';
import { MessageList } from './message-list.js';

/** @typedef {import('../../guilds/guild-schemas.js').ShownChannel} ShownChannel */
/** @typedef {import('../../guilds/message-feed.js').MessagePart} MessagePart */

/** Shows one text channel and writes messages to it. */
export class ChannelMessages {
  #requests;
  #content = byId('message-content', HTMLTextAreaElement);
  /** @type {string | null} */
  #id = null;
  #list = new MessageList((before) => this.#requests.send(`${this.#path}/${before}/earlier`, 'GET'));

  /** @param {import('../shell/requests.js').Requests} requests */
  constructor(requests) {
    this.#requests = requests;
    const form = byId('message-form', HTMLFormElement);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send();
    });
    this.#content.addEventListener('keydown', (event) => {
      // Composing, e.g. Japanese, ends with Enter, too.
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      form.requestSubmit();
    });
  }

  /** @param {ShownChannel | null} channel null: there is none */
  show(channel) {
    byId('channel-title').textContent =
      channel === null ? 'No text channel' : `# ${toVisibleText(channel.name)}`;
    byId('channel-topic').textContent = toVisibleText(channel?.topic ?? '');
    byId('message-form').hidden = channel === null;
    const id = channel?.id ?? null;
    if (id === this.#id) return;
    this.#id = id;
    this.#list.clear();
    this.#content.value = '';
  }

  get #path() {
    return `/channels/${encodeURIComponent(this.#id ?? '')}/messages`;
  }

  /** @param {MessagePart} part */
  receive(part) {
    if (part.part === 'page') this.#list.showPage(part.value);
    else if (part.part === 'message') this.#list.put(part.value);
    else this.#list.remove(part.value);
  }

  async #send() {
    const content = this.#content.value;
    if (content.trim() === '') return;
    const sent = await this.#requests.send(this.#path, 'POST', { content });
    // What the person wrote stays if it was refused.
    if (sent !== undefined && this.#content.value === content) this.#content.value = '';
  }
}
