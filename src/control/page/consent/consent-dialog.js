import { toVisibleText } from '../../../platform/text/visible-text.js';
import { call } from '../daemon/api.js';
import { ApiError } from '../daemon/api-error.js';
import { Arming } from '../shell/arming.js';
import { showAvatar } from '../shell/avatar.js';
import { byId, foreignText } from '../shell/dom.js';
import { timeElement } from '../shell/time-element.js';
import { permissionRow } from './permission-row.js';
import { ScrollHint } from './scroll-hint.js';

/** @typedef {import('../../consent/waiting-consent.js').WaitingConsent} WaitingConsent */

/** Shows waiting requests to the person, one after another. */
export class ConsentDialog {
  #dialog = byId('consent', HTMLDialogElement);
  #title = byId('consent-title');
  #scrollHint = new ScrollHint('consent-body', 'consent-more');
  #buttons = {
    deny: byId('consent-deny', HTMLButtonElement),
    once: byId('consent-once', HTMLButtonElement),
    allow: byId('consent-allow', HTMLButtonElement),
    later: byId('consent-later', HTMLButtonElement),
  };
  #allowCapture = byId('consent-capture-allow', HTMLInputElement);
  /** @type {readonly WaitingConsent[]} */
  #waiting = [];
  /** @type {WaitingConsent | null} */
  #shown = null;
  /** closed with Escape: the status line shows what waits, and the dialog stays closed until it is opened */
  #isPutAside = false;
  /**
   * The decision about the shown request. Once it is sent the request may no longer wait, and the dialog keeps it until
   * the reply came and, if it failed, was read.
   *
   * @type {'open' | 'sent' | 'failed'}
   */
  #decision = 'open';
  #arming = new Arming((isEnabled) => {
    for (const control of [...Object.values(this.#buttons), this.#allowCapture])
      control.disabled = !isEnabled;
  });

  constructor() {
    this.#buttons.deny.addEventListener('click', () => this.#decide('deny', {}));
    this.#buttons.once.addEventListener('click', () => this.#approve(false));
    this.#buttons.allow.addEventListener('click', () => this.#approve(true));
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.#leave();
    });
    // A second Escape closes a dialog whatever the first one did.
    this.#dialog.addEventListener('close', () => {
      if (this.#decision === 'failed' && !this.#dialog.open) this.#release();
    });
    this.#buttons.later.addEventListener('click', () => this.#leave());
    byId('waiting-review').addEventListener('click', () => this.#putAside(false));
  }

  /** @param {readonly WaitingConsent[]} waiting oldest first */
  show(waiting) {
    const known = new Set(this.#waiting.map(({ id }) => id));
    if (this.#decision === 'open' && waiting.some(({ id }) => !known.has(id))) this.#isPutAside = false;
    this.#waiting = waiting;
    this.#update();
  }

  /** @param {boolean} isPutAside */
  #putAside(isPutAside) {
    this.#isPutAside = isPutAside;
    this.#update();
  }

  /** Puts the requests aside, or closes what is shown of a decided one. */
  #leave() {
    if (this.#decision !== 'failed') this.#putAside(true);
    else if (!this.#buttons.later.disabled) this.#release();
  }

  /** The decision is over, one way or the other: other requests may be shown. */
  #release() {
    this.#decision = 'open';
    this.#isPutAside = false;
    this.#update();
  }

  #update() {
    const count = this.#waiting.length;
    const requests = count === 1 ? '1 request waits' : `${count} requests wait`;
    const isSent = this.#decision === 'sent';
    byId('waiting-status').hidden = !(this.#isPutAside && (isSent || count > 0));
    const waits = [
      ...(isSent ? ['Your answer waits for the service'] : []),
      ...(count > 0 ? [requests] : []),
    ];
    byId('waiting-text').textContent = waits.join('; ');
    byId('consent-count').textContent = count > 1 ? requests : '';
    if (this.#decision !== 'open') return this.#setOpen(!this.#isPutAside);
    // The shown request stays: nothing may move under the pointer of somebody about to click.
    const front = this.#waiting.find(({ id }) => id === this.#shown?.id) ?? this.#waiting[0] ?? null;
    if (front === null || this.#isPutAside) this.#close();
    else if (front.id !== this.#shown?.id) this.#open(front);
    else this.#setOpen(true);
  }

  /** @param {boolean} isOpen */
  #setOpen(isOpen) {
    if (!isOpen) this.#dialog.close();
    else if (!this.#dialog.open) this.#dialog.showModal();
  }

  #close() {
    this.#shown = null;
    this.#setOpen(false);
  }

  /** @param {WaitingConsent} request */
  #open(request) {
    this.#shown = request;
    const { application, guest, kind, key_capture, origin, permissions, process } = request;
    showAvatar(byId('consent-avatar'), application);
    this.#title.replaceChildren(foreignText('bdi', '', application.name), 'asks for access');
    byId('consent-origin').textContent =
      origin === null ? 'A program on this computer, without an origin' : toVisibleText(origin);
    const asking = byId('consent-process');
    asking.hidden = process === null;
    if (process !== null)
      asking.textContent = `Process ${process.pid}: ${toVisibleText(process.name)}, ${toVisibleText(process.path)}`;
    byId('consent-scopes').replaceChildren(...permissions.map(permissionRow));
    byId('consent-capture').hidden = kind === 'capture' || !key_capture;
    this.#allowCapture.checked = false;
    const guestNote = byId('consent-guest');
    guestNote.hidden = guest === null;
    guestNote.replaceChildren(
      'You are not signed in: a guest account is made, named ',
      foreignText('bdi', 'name', guest ?? ''),
    );
    byId('consent-id').textContent = `Application ${application.id}`;
    byId('consent-error').hidden = true;
    this.#showAnswers(request);
    this.#arming.start();
    this.#setOpen(true);
    this.#scrollHint.reset();
    this.#title.focus();
  }

  /** @param {boolean} remember */
  #approve(remember) {
    return this.#decide('approve', { remember, key_capture: this.#allowCapture.checked });
  }

  /**
   * @param {'approve' | 'deny'} decision
   * @param {object} body
   */
  async #decide(decision, body) {
    const request = this.#shown;
    if (request === null) return;
    this.#showSending();
    try {
      await call(`/consents/${request.id}/${decision}`, 'POST', body);
      this.#waiting = this.#waiting.filter(({ id }) => id !== request.id);
      this.#release();
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      // Decided, but it had no effect or could not be saved.
      const isGone = status !== 404 && !this.#waiting.some(({ id }) => id === request.id);
      if (status === 409 || isGone) return this.#showOutcome(error, status === 0);
      this.#showAnswers(request);
      this.#arming.start();
      this.#release();
      // Already decided, e.g. on the command line: the next update removes it.
      if (status !== 404) this.#showError(error);
    }
  }

  /** Says that the decision is on its way, and lets the person close the dialog meanwhile. */
  #showSending() {
    this.#decision = 'sent';
    this.#arming.stop();
    this.#setProgress('waiting for the service');
    this.#buttons.later.textContent = 'Close';
    this.#buttons.later.disabled = false;
  }

  /**
   * @param {unknown} error
   * @param {boolean} isUnknown no reply came, so the decision may have had its effect
   */
  #showOutcome(error, isUnknown) {
    for (const button of Object.values(this.#buttons)) button.hidden = button !== this.#buttons.later;
    this.#setProgress('');
    this.#decision = 'failed';
    this.#putAside(false);
    this.#showError(
      error,
      isUnknown ? 'Whether your answer took effect is not known, see Applications: ' : '',
    );
  }

  /** @param {WaitingConsent} request */
  #showAnswers({ expires_at }) {
    for (const button of Object.values(this.#buttons)) button.hidden = false;
    this.#buttons.later.textContent = 'Decide later';
    this.#setProgress('');
    const expiry = byId('consent-expiry');
    expiry.hidden = false;
    expiry.replaceChildren('refused at ', timeElement(expires_at), ' without an answer');
  }

  /** @param {string} text what the decision waits for; a decided request does not expire */
  #setProgress(text) {
    byId('consent-progress').textContent = text;
    byId('consent-expiry').hidden = true;
  }

  /**
   * @param {unknown} error
   * @param {string} [before] what is said before it
   */
  #showError(error, before = '') {
    const message = byId('consent-error');
    message.textContent = before + toVisibleText(error instanceof Error ? error.message : String(error));
    message.hidden = false;
    this.#arming.start();
  }
}
