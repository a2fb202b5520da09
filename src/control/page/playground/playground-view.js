import { toVisibleText } from '../../../platform/text/visible-text.js';
import { call } from '../daemon/api.js';
import { Requests } from '../daemon/requests.js';
import { byId } from '../shell/dom.js';
import { visibleLines } from '../shell/format.js';
import { showOptions } from '../shell/select-options.js';
import { CommandForm } from './command-form.js';
import { PlaygroundConnection } from './playground-connection.js';
import { PlaygroundFrames } from './playground-frames.js';

/** @typedef {import('../../operations/playground.js').PlaygroundChoices} PlaygroundChoices */

const WORDS = { closed: 'Not connected', connecting: 'Connecting…', open: 'Connected' };

/** The user of a reply to AUTHENTICATE. @param {string} text @returns {string} */
function readPerson(text) {
  try {
    const { username, discriminator } = JSON.parse(text).data.user;
    return discriminator === undefined ? username : `${username}#${discriminator}`;
  } catch {
    // A frame that is too long is cut.
    return 'somebody';
  }
}

/** The view in which a developer sends any command as an application and sees all frames. */
export class PlaygroundView {
  #error = byId('playground-error');
  #requests = new Requests(this.#error);
  #applications = byId('playground-application', HTMLSelectElement);
  #transport = byId('playground-transport', HTMLSelectElement);
  #frames = new PlaygroundFrames();
  #form = new CommandForm((command) => this.#request(() => this.#connection.send(command)));
  #connection = new PlaygroundConnection({
    frame: (frame) => this.#receive(frame),
    changed: (state, reason) => this.#showState(state, reason),
    failed: (error) => this.#requests.report(error),
  });
  /** @type {PlaygroundChoices | null} */
  #choices = null;
  /** for whom the connection acts; null: nobody yet @type {string | null} */
  #person = null;

  constructor() {
    // Scrolls by keyboard.
    byId('playground-reply-text').tabIndex = 0;
    this.#transport.addEventListener('change', () => this.#form.setTransport(this.#transport.value));
    byId('playground-connect').addEventListener('click', () => {
      this.#error.hidden = true;
      this.#connection.open(this.#applications.value, this.#transport.value);
    });
    byId('playground-disconnect').addEventListener('click', () => this.#connection.close());
    byId('playground-authorize-send').addEventListener('click', () => this.#request(() => this.#authorize()));
  }

  /** @param {boolean} isShown */
  setShown(isShown) {
    if (isShown) void this.#request(() => this.#load());
    else this.#connection.close();
  }

  async #load() {
    /** @type {PlaygroundChoices} */
    const choices = await call('/playground');
    this.#choices = choices;
    const applications = choices.applications.map(({ id, name }) => ({ id, name: `${name} (${id})` }));
    showOptions(this.#applications, applications);
    byId('playground-none').hidden = choices.applications.length > 0;
    byId('playground-connect', HTMLButtonElement).disabled = choices.applications.length === 0;
    this.#form.setChoices(choices);
  }

  async #authorize() {
    const id = this.#applications.value;
    const application = this.#choices?.applications.find((one) => one.id === id);
    const secret = byId('playground-secret', HTMLInputElement);
    const scopes = byId('playground-scopes', HTMLInputElement)
      .value.split(/[\s,]+/)
      .filter(Boolean);
    await this.#connection.authorize({
      client_secret: secret.value,
      redirect_uri: application?.redirect_uris[0] ?? '',
      scopes,
    });
    secret.value = '';
  }

  /** @param {import('../../operations/sessions.js').Frame} frame */
  #receive(frame) {
    this.#frames.add(frame);
    // Replies have the nonce of their command, events have none.
    if (frame.direction !== 'sent' || frame.nonce === null) return;
    byId('playground-reply').hidden = false;
    byId('playground-reply-title').textContent =
      frame.evt === 'ERROR' ? `${frame.cmd} failed` : `Reply to ${frame.cmd}`;
    byId('playground-reply-text').textContent = visibleLines(frame.text);
    byId('playground-reply').scrollIntoView({ block: 'nearest' });
    if (frame.cmd !== 'AUTHENTICATE' || frame.evt === 'ERROR') return;
    this.#person = readPerson(frame.text);
    this.#showState('open');
  }

  /**
   * @param {keyof typeof WORDS} state
   * @param {string} [reason]
   */
  #showState(state, reason = '') {
    const isOpen = state === 'open';
    if (!isOpen) this.#person = null;
    const name = this.#choices?.applications.find(({ id }) => id === this.#applications.value)?.name ?? '';
    const text = isOpen
      ? `Connected as ${name}, acting for ${this.#person ?? 'nobody yet'}`
      : `${WORDS[state]}${reason === '' ? '' : `: ${reason}`}`;
    byId('playground-state').textContent = toVisibleText(text);
    byId('playground-connect').hidden = state !== 'closed';
    byId('playground-disconnect').hidden = state === 'closed';
    this.#applications.disabled = state !== 'closed';
    this.#transport.disabled = state !== 'closed';
    byId('playground-authorize', HTMLFieldSetElement).disabled = !isOpen;
    byId('playground-command-form', HTMLFieldSetElement).disabled = !isOpen;
  }

  /** @param {() => Promise<void>} action */
  async #request(action) {
    try {
      this.#error.hidden = true;
      await action();
    } catch (error) {
      this.#requests.report(error);
    }
  }
}
