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
  /** closed with Escape: the status line shows that requests wait, and the dialog stays closed until it is opened */
  #isPutAside = false;
  /** while a decision is on its way, and while the dialog shows why it failed: the request may no longer wait */
  #isKept = false;
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
    this.#buttons.later.addEventListener('click', () => this.#leave());
    byId('waiting-review').addEventListener('click', () => this.#putAside(false));
  }

  /** @param {readonly WaitingConsent[]} waiting oldest first */
  show(waiting) {
    const known = new Set(this.#waiting.map(({ id }) => id));
    if (waiting.some(({ id }) => !known.has(id))) this.#isPutAside = false;
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
    if (!this.#isKept) this.#putAside(true);
    // Not before the reply to the decision: it may say why it failed.
    else if (!this.#buttons.later.disabled) this.#release();
  }

  #release() {
    this.#isKept = false;
    this.#update();
  }

  #update() {
    const count = this.#waiting.length;
    byId('waiting-status').hidden = !(this.#isPutAside && count > 0);
    byId('waiting-text').textContent = count === 1 ? '1 request waits' : `${count} requests wait`;
    byId('consent-count').textContent = count > 1 ? `${count} requests wait` : '';
    if (this.#isKept) return;
    // The shown request stays: nothing may move under the pointer of somebody about to click.
    const front = this.#waiting.find(({ id }) => id === this.#shown?.id) ?? this.#waiting[0] ?? null;
    if (front === null || this.#isPutAside) this.#close();
    else if (front.id !== this.#shown?.id) this.#open(front);
  }

  #close() {
    this.#shown = null;
    if (this.#dialog.open) this.#dialog.close();
  }

  /** @param {WaitingConsent} request */
  #open(request) {
    this.#shown = request;
    const { application, expires_at, guest, kind, key_capture, origin, permissions, process } = request;
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
    byId('consent-expiry').replaceChildren('refused at ', timeElement(expires_at), ' without an answer');
    byId('consent-error').hidden = true;
    this.#showAnswers(true);
    this.#arming.start();
    if (!this.#dialog.open) this.#dialog.showModal();
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
    this.#arming.stop();
    this.#isKept = true;
    try {
      await call(`/consents/${request.id}/${decision}`, 'POST', body);
      this.#isKept = false;
      this.show(this.#waiting.filter(({ id }) => id !== request.id));
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      // Decided, but it had no effect or could not be saved.
      const isGone = status !== 404 && !this.#waiting.some(({ id }) => id === request.id);
      if (status === 409 || isGone) return this.#showOutcome(error);
      this.#release();
      // Already decided, e.g. on the command line: the next update removes it.
      if (status !== 404) this.#showError(error);
    }
  }

  /** @param {unknown} error */
  #showOutcome(error) {
    this.#showError(error);
    this.#showAnswers(false);
  }

  /** @param {boolean} canAnswer false: it can only be closed */
  #showAnswers(canAnswer) {
    const { later, ...answers } = this.#buttons;
    for (const button of Object.values(answers)) button.hidden = !canAnswer;
    later.textContent = canAnswer ? 'Decide later' : 'Close';
  }

  /** @param {unknown} error */
  #showError(error) {
    const message = byId('consent-error');
    message.textContent = toVisibleText(error instanceof Error ? error.message : String(error));
    message.hidden = false;
    this.#arming.start();
  }
}
