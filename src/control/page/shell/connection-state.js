import { byId } from './dom.js';

/** How long the daemon may be unreachable before the page says so, in milliseconds; a restart takes less. */
const PATIENCE = 3_000;

const WORDS = { live: 'Live', connecting: 'Reconnecting…', out: 'Not signed in' };

/**
 * Shows whether the page is connected. While the daemon is stopped, what it shows is out of date, and is disabled; so are
 * dialogs, except that of secrets, which are shown once.
 */
export class ConnectionState {
  #state = byId('connection');
  #stopped = byId('stopped');
  #current = [byId('signed-in-content'), byId('status-items')];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  #onStopped;

  /** @param {() => void} onStopped called when the daemon is taken as stopped */
  constructor(onStopped) {
    this.#onStopped = onStopped;
  }

  /** @param {keyof typeof WORDS} state */
  show(state) {
    if (this.#state.dataset.state === state) return;
    this.#state.dataset.state = state;
    this.#state.textContent = WORDS[state];
    clearTimeout(this.#timer);
    if (state === 'connecting') this.#timer = setTimeout(() => this.#setStopped(true), PATIENCE);
    else this.#setStopped(false);
  }

  /** @param {boolean} isStopped */
  #setStopped(isStopped) {
    this.#stopped.hidden = !isStopped;
    for (const part of this.#current) part.inert = isStopped;
    for (const dialog of document.querySelectorAll('dialog')) {
      dialog.inert = isStopped && dialog.id !== 'secret-dialog';
    }
    if (isStopped) this.#onStopped();
  }
}

/**
 * Shows how to start the daemon again if it is a service, while it can still say it.
 *
 * @param {string | null} command null: the system has no service manager
 */
export function showServiceStart(command) {
  for (const part of document.querySelectorAll('.service-start')) {
    if (part instanceof HTMLElement) part.hidden = command === null;
    const code = part.querySelector('code');
    if (code !== null) code.textContent = command;
  }
}
