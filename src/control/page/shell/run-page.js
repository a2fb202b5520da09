import { ConsentDialog } from '../consent/consent-dialog.js';
import { follow } from '../daemon/live.js';
import { signIn } from '../daemon/sign-in.js';
import { readSession, whenSignedInElsewhere } from '../daemon/stored-session.js';
import { Attention } from './attention.js';
import { CaptureStatus } from './capture-status.js';
import { ConnectionState, showServiceStart } from './connection-state.js';
import { byId } from './dom.js';
import { KeyboardPlace } from './keyboard-place.js';

/** @typedef {import('../../operations/live.js').Part} Part */

/**
 * What a page shows while it is signed in.
 *
 * @typedef {object} Content
 * @property {(part: Part) => void} receive called with every update of `GET /live`
 * @property {() => void} close called when the page was signed out
 */

/**
 * Runs a page of the console: signs in, passes on what the daemon reports, and asks the person whenever an application
 * requests access. The page has the elements of `shell/signed-out.html`, `shell/stopped.html`,
 * `shell/status-line.html` and `consent/consent.html`.
 *
 * @param {(title: PageTitle) => Content} open called once the page is signed in
 */
export function runPage(open) {
  new KeyboardPlace();
  const title = new PageTitle();
  const dialog = new ConsentDialog();
  const connection = new ConnectionState(() => showRequests([]));

  /** @param {readonly import('../consent/consent-dialog.js').WaitingConsent[]} waiting */
  function showRequests(waiting) {
    dialog.show(waiting);
    title.showWaiting(waiting.length);
  }

  /** @param {string} reason */
  function showSignedOut(reason) {
    byId('signed-out-reason').textContent = reason;
    byId('signed-out').hidden = false;
    byId('signed-in').hidden = true;
    byId('status-items').hidden = true;
    byId('views').hidden = true;
    // Secrets are shown once.
    for (const shown of document.querySelectorAll('dialog')) if (shown.id !== 'secret-dialog') shown.close();
    connection.show('out');
    whenSignedInElsewhere(() => location.reload());
  }

  async function run() {
    await signIn();
    if (readSession() === null) return showSignedOut('');
    const capture = new CaptureStatus();
    byId('signed-out').hidden = true;
    byId('signed-in').hidden = false;
    byId('status-items').hidden = false;
    byId('views').hidden = false;
    const content = open(title);
    const attention = new Attention();
    const end = await follow(
      '/live',
      /** @param {Part} part */
      (part) => {
        if (part.part === 'consents') showRequests(part.value);
        else if (part.part === 'capture') capture.show(part.value);
        else if (part.part === 'status') showServiceStart(part.value.service_start);
        content.receive(part);
      },
      (isLive) => connection.show(isLive ? 'live' : 'connecting'),
      new AbortController().signal,
    );
    content.close();
    attention.close();
    showRequests([]);
    capture.show(null);
    if (end !== null) throw end;
  }

  run().catch((error) => showSignedOut(error instanceof Error ? error.message : String(error)));

  // Pasting a new one-time URL into this tab changes only the fragment, which does not reload the page.
  addEventListener('hashchange', () => {
    if (location.hash.startsWith('#code=')) location.reload();
  });
}

/** The title of the tab: the number of waiting requests, if any, and the view. */
class PageTitle {
  #waiting = 0;
  #view = '';

  /** @param {string} view */
  showView(view) {
    this.#view = view;
    this.#show();
  }

  /** @param {number} waiting */
  showWaiting(waiting) {
    this.#waiting = waiting;
    this.#show();
  }

  #show() {
    document.title = `${this.#waiting === 0 ? '' : `(${this.#waiting}) `}${this.#view} · Guildhall`;
  }
}
