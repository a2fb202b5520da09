import { byId, element, keepInStep } from '../shell/dom.js';

/** @typedef {import('../../status.js').DaemonStatus} DaemonStatus */
/** @typedef {import('../../operations/devices.js').Devices} Devices */
/** @typedef {{ readonly text: string, readonly href: string, readonly label: string, readonly isDone: boolean }} Step */

const KEYS = 'keyboard-mouse';

/** What a person does first, until all of it is done. */
export class FirstSteps {
  /** @type {DaemonStatus | null} */
  #status = null;
  /** @type {Devices | null} */
  #devices = null;
  /** whether a program was ever allowed something, or is connected */
  #hasProgram = false;

  /** @param {DaemonStatus} status */
  showStatus(status) {
    this.#status = status;
    if (status.rpc.connections > 0) this.#hasProgram = true;
    this.#show();
  }

  /** @param {Devices} devices */
  showDevices(devices) {
    this.#devices = devices;
    this.#show();
  }

  /** @param {number} grants how many there are */
  showGrants(grants) {
    if (grants > 0) this.#hasProgram = true;
    this.#show();
  }

  #show() {
    const [status, devices] = [this.#status, this.#devices];
    // Nobody who is signed out can do them.
    const steps =
      status === null || devices === null || status.user === null ? [] : this.#list(status, devices);
    const isHidden = steps.every(({ isDone }) => isDone);
    byId('first-steps-part').hidden = isHidden;
    keepInStep(byId('first-steps'), isHidden ? [] : steps, {
      key: ({ text }) => text,
      create: createRow,
      update: updateRow,
    });
  }

  /**
   * @param {DaemonStatus} status
   * @param {Devices} devices
   * @returns {Step[]}
   */
  #list({ drivers, guilds = 0 }, { audio_inputs, audio_outputs }) {
    const keys = drivers.find(({ name }) => name === KEYS)?.state;
    return [
      { text: 'Create or join a guild', href: '#guilds', label: 'Show Guilds', isDone: guilds > 0 },
      {
        text: 'Connect a first program, such as a game or an overlay',
        href: '#applications',
        label: 'Show Applications',
        isDone: this.#hasProgram,
      },
      {
        text: 'Choose microphone and speaker',
        href: '#voice',
        label: 'Show Voice',
        isDone: audio_inputs.length > 0 && audio_outputs.length > 0,
      },
      {
        text: 'Let Guildhall read keys for shortcuts',
        href: '#devices',
        label: 'Show Devices',
        isDone: keys !== 'unavailable' && keys !== 'failed',
      },
    ];
  }
}

/** @param {Step} step */
function createRow({ text, href, label }) {
  return element(
    'li',
    { class: 'row attention-row first-step' },
    element(
      'span',
      { class: 'name' },
      element('span', { class: 'first-step-mark', 'aria-hidden': 'true' }),
      text,
      element('span', { class: 'visually-hidden' }),
    ),
    element('a', { href }, label),
  );
}

/**
 * @param {HTMLElement} row
 * @param {Step} step
 */
function updateRow(row, { isDone }) {
  row.dataset.done = `${isDone}`;
  const mark = row.querySelector('.first-step-mark');
  if (mark !== null) mark.textContent = isDone ? '✓ ' : '○ ';
  const state = row.querySelector('.visually-hidden');
  if (state !== null) state.textContent = isDone ? ' (done)' : ' (to do)';
}
