import { toVisibleText } from '../../../platform/text/visible-text.js';
import { fetchMessageImage } from '../daemon/api.js';
import { ConfirmDialog } from '../shell/confirm-dialog.js';
import { byId } from '../shell/dom.js';
import { ChosenFiles } from './chosen-files.js';
import { MessageList } from './message-list.js';

/** @typedef {import('../../guilds/guild-schemas.js').ShownChannel} ShownChannel */
/** @typedef {import('../../guilds/guild-schemas.js').ShownMessage} ShownMessage */
/** @typedef {import('../../guilds/message-feed.js').MessagePart} MessagePart */

/** The characters of a message. */
const MAX_CHARACTERS = 2_000;
/** From how many characters on they are counted. */
const COUNTED = 1_500;

/** Shows one text channel, and writes messages to it. */
export class ChannelMessages {
  #requests;
  #confirm = new ConfirmDialog();
  #form = byId('message-form', HTMLFormElement);
  #content = byId('message-content', HTMLTextAreaElement);
  #send = byId('message-send', HTMLButtonElement);
  #files = new ChosenFiles(() => this.#review());
  /** @type {string | null} */
  #id = null;
  /** the message that is edited; null: a new one is written @type {ShownMessage | null} */
  #edited = null;
  #list = new MessageList({
    read: (which, id) => {
      const path = which === 'newest' ? this.#path : `${this.#path}/${id}/${which}`;
      return this.#requests.send(path, 'GET');
    },
    edit: (message) => this.#edit(message),
    remove: (message) => void this.#remove(message),
  });

  /** @param {import('../daemon/requests.js').Requests} requests */
  constructor(requests) {
    this.#requests = requests;
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#submit();
    });
    this.#content.addEventListener('input', () => this.#review());
    this.#content.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#edited !== null) this.#edit(null);
      // Composing, e.g. Japanese, ends with Enter, too.
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#form.requestSubmit(this.#send);
    });
    byId('message-edit-end').addEventListener('click', () => this.#edit(null));
    this.#list.setImages((message, file) => fetchMessageImage(this.#id ?? '', message, file));
  }

  /** @param {string | null} id of the person; null: nobody is signed in */
  setOwnId(id) {
    this.#list.setOwnId(id);
  }

  /** @param {ShownChannel | null} channel null: there is none */
  show(channel) {
    byId('channel-title').textContent =
      channel === null ? 'No text channel' : `# ${toVisibleText(channel.name)}`;
    byId('channel-topic').textContent = toVisibleText(channel?.topic ?? '');
    this.#form.hidden = channel === null;
    const id = channel?.id ?? null;
    if (id === this.#id) return;
    this.#id = id;
    this.#list.clear();
    this.#edit(null);
  }

  get #path() {
    return `/channels/${encodeURIComponent(this.#id ?? '')}/messages`;
  }

  /** @param {MessagePart} part */
  receive(part) {
    if (part.part === 'page') this.#list.showPage(part.value);
    else if (part.part === 'message') this.#list.put(part.value);
    else {
      this.#list.remove(part.value);
      if (this.#edited?.id === part.value) this.#edit(null);
    }
  }

  /** Writes a new message from now on, or changes one. @param {ShownMessage | null} message */
  #edit(message) {
    this.#edited = message;
    this.#content.value = message?.content ?? '';
    this.#files.clear();
    this.#files.setHidden(message !== null);
    byId('message-edit').hidden = message === null;
    this.#send.textContent = message === null ? 'Send' : 'Save';
    this.#review();
    if (message !== null) this.#content.focus();
  }

  #review() {
    const { length } = this.#content.value;
    const counter = byId('message-count');
    counter.hidden = length < COUNTED;
    counter.textContent = `${length} of ${MAX_CHARACTERS} characters`;
    counter.classList.toggle('error', length > MAX_CHARACTERS);
    this.#send.disabled = length > MAX_CHARACTERS || this.#files.isTooMuch;
  }

  /**
   * @param {string} content
   * @param {ShownMessage | null} edited
   */
  async #sendWritten(content, edited) {
    if (edited !== null) return this.#requests.send(`${this.#path}/${edited.id}`, 'PATCH', { content });
    try {
      const files = await this.#files.read();
      return await this.#requests.send(this.#path, 'POST', { content, files });
    } catch (error) {
      // A chosen file was changed or removed since.
      this.#requests.report(error);
      return undefined;
    }
  }

  async #submit() {
    const [content, edited] = [this.#content.value, this.#edited];
    if (this.#send.disabled || (content.trim() === '' && (edited !== null || this.#files.isEmpty))) return;
    this.#send.disabled = true;
    const done = await this.#sendWritten(content, edited).finally(() => this.#review());
    // What the person wrote stays if it was refused.
    if (done === undefined || this.#content.value !== content || this.#edited !== edited) return;
    this.#edit(null);
    this.#content.focus();
    if (edited === null) this.#list.showEnd();
  }

  /** @param {ShownMessage} message */
  async #remove({ id, content }) {
    const path = `${this.#path}/${id}`;
    const isAgreed = await this.#confirm.ask({
      title: 'Delete this message?',
      text: toVisibleText(content.length > 100 ? `${content.slice(0, 100)}…` : content),
      yes: 'Delete',
    });
    if (isAgreed) await this.#requests.send(path, 'DELETE');
  }
}
