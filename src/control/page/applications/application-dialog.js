import { toVisibleText } from '../../../platform/text/visible-text.js';
import { Requests } from '../daemon/requests.js';
import { byId } from '../shell/dom.js';
import { ApplicationForm } from './application-form.js';
import { ApplicationTesters } from './application-testers.js';

/** @typedef {import('../../../protocol/administration.js').RegisteredApplication} Registered */
/** @typedef {import('./registered-list.js').RegisteredValue} RegisteredValue */

/** Registers an application, or edits one. */
export class ApplicationDialog {
  #dialog = byId('application-dialog', HTMLDialogElement);
  #requests = new Requests(byId('application-error'));
  #form = new ApplicationForm();
  #testers = new ApplicationTesters((change) => void this.#send('POST', '/testers', change));
  #confirm;
  #secrets;
  /** null: a new one @type {string | null} */
  #id = null;
  /** @type {RegisteredValue} */
  #registered = null;

  /**
   * @param {import('../shell/confirm-dialog.js').ConfirmDialog} confirm
   * @param {import('./secret-dialog.js').SecretDialog} secrets
   */
  constructor(confirm, secrets) {
    this.#confirm = confirm;
    this.#secrets = secrets;
    byId('application-create').addEventListener('click', () => this.open(null));
    byId('application-cancel').addEventListener('click', () => this.#dialog.close());
    byId('application-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#save();
    });
    byId('application-reset').addEventListener('click', () => void this.#resetSecret());
    byId('application-delete').addEventListener('click', () => void this.#delete());
  }

  /** @param {Registered | null} application null: a new one */
  open(application) {
    this.#id = application?.id ?? null;
    byId('application-error').hidden = true;
    byId('application-existing').hidden = application === null;
    this.#form.fill(application);
    this.#showTesters();
    this.#dialog.showModal();
    this.#dialog.scrollTop = 0;
    byId('application-title').focus();
  }

  /** @param {RegisteredValue} registered as it is now */
  update(registered) {
    this.#registered = registered;
    if (!this.#dialog.open || this.#id === null) return;
    // Somebody else deleted it.
    if (this.#current === undefined) this.#dialog.close();
    else this.#showTesters();
  }

  get #current() {
    return this.#registered?.applications.find(({ id }) => id === this.#id);
  }

  #showTesters() {
    this.#testers.show(this.#current?.testers ?? [], this.#registered?.people ?? []);
  }

  async #save() {
    try {
      const input = await this.#form.read();
      if (this.#id === null) await this.#create(input);
      else if ((await this.#send('PATCH', '', input)) !== undefined) this.#dialog.close();
    } catch (error) {
      this.#requests.report(error);
    }
  }

  /** @param {import('./application-form.js').ApplicationInput} input */
  async #create(input) {
    const body = { ...input, bot: this.#form.hasBot, approved: false };
    const created = await this.#requests.send('/applications', 'POST', body);
    if (created === undefined) return;
    this.#dialog.close();
    const bot = created.bot === null ? {} : { 'Bot token': created.bot.token };
    this.#secrets.show(`${toVisibleText(created.name)} is registered`, {
      'Application id': created.id,
      'Client secret': created.client_secret,
      ...bot,
    });
  }

  async #resetSecret() {
    const isAgreed = await this.#confirm.ask({
      title: 'Make a new client secret?',
      text: 'The old one stops working at once. What the application has been allowed stays.',
      yes: 'New secret',
      isDangerous: true,
    });
    const reply = isAgreed ? await this.#send('POST', '/secret', {}) : undefined;
    if (reply !== undefined) {
      this.#secrets.show('New client secret', { 'Client secret': reply.client_secret });
    }
  }

  async #delete() {
    const isAgreed = await this.#confirm.ask({
      title: `Delete ${toVisibleText(this.#current?.name ?? 'this application')}?`,
      text: 'It can no longer connect, everything that was allowed is revoked, and its bot leaves all guilds. This cannot be undone.',
      yes: 'Delete',
      isDangerous: true,
    });
    if (isAgreed && (await this.#send('DELETE', '', {})) !== undefined) this.#dialog.close();
  }

  /**
   * @param {string} method
   * @param {string} path below the application
   * @param {object} body
   */
  #send(method, path, body) {
    return this.#requests.send(`/applications/${encodeURIComponent(this.#id ?? '')}${path}`, method, body);
  }
}
