import { toVisibleText } from '../../../platform/text/visible-text.js';
import { commandText } from '../shell/command-text.js';
import { byId, element } from '../shell/dom.js';
import { count } from '../shell/format.js';

/** @typedef {import('../../doctor/finding.js').Finding} Finding */

const WORDS = { error: 'does not work', warning: 'warning', ok: 'fine' };
const ORDER = ['error', 'warning'];

/** The findings of doctor: problems with what to do about them, and what is fine. */
export class Findings {
  #run = byId('findings-run', HTMLButtonElement);
  #state = byId('findings-state');
  #requests;
  #onFindings;

  /**
   * @param {import('../daemon/requests.js').Requests} requests
   * @param {(findings: readonly Finding[]) => void} onFindings called after each check
   */
  constructor(requests, onFindings) {
    this.#requests = requests;
    this.#onFindings = onFindings;
    this.#run.addEventListener('click', () => void this.run());
  }

  /** Examines the machine, once at a time. */
  async run() {
    if (this.#run.disabled) return;
    this.#run.disabled = true;
    this.#state.textContent = 'Checking…';
    /** @type {readonly Finding[] | null} */
    let findings = null;
    await this.#requests.receive('/doctor', ({ part, value }) => {
      if (part === 'findings') findings = value;
      else this.#state.textContent = toVisibleText(`Checking ${value}…`);
    });
    this.#run.disabled = false;
    if (findings === null) this.#state.textContent = '';
    else {
      this.#show(findings);
      this.#onFindings(findings);
    }
  }

  /** @param {readonly Finding[]} findings */
  #show(findings) {
    const problems = findings
      .filter(({ level }) => level !== 'ok')
      .toSorted((one, other) => ORDER.indexOf(one.level) - ORDER.indexOf(other.level));
    const fine = findings.filter(({ level }) => level === 'ok');
    const time = new Date().toLocaleTimeString();
    const found = problems.length === 0 ? 'Everything works' : `${count(problems.length, 'finding')}`;
    this.#state.textContent = `${found}, checked at ${time}.`;
    byId('findings').replaceChildren(...problems.map(problemRow));
    byId('findings-ok-part').hidden = fine.length === 0;
    byId('findings-ok-summary').textContent = `${count(fine.length, 'check')} without a finding`;
    byId('findings-ok').replaceChildren(
      ...fine.map(({ check, message }) => element('li', {}, toVisibleText(`${check}: ${message}`))),
    );
  }
}

/** The page itself, which needs no command here. */
const CONSOLE_COMMAND = /^guildhall console\b/;

/** @param {Finding} finding */
function problemRow({ check, level, message, hint, command }) {
  const part = element(
    'div',
    {},
    element('div', { class: 'name' }, toVisibleText(capitalize(message))),
    element('div', { class: 'detail' }, toVisibleText(hint ?? '')),
  );
  if (command !== null && !CONSOLE_COMMAND.test(command)) part.append(commandText(command));
  const state = element(
    'span',
    { class: 'state', 'data-state': level === 'error' ? 'failed' : 'unavailable' },
    WORDS[level],
  );
  return element('li', { class: 'row finding', 'data-check': check, 'data-level': level }, part, state);
}

/**
 * @param {string} message
 * @returns {string} the same with a capital at its start, unless that is a path, an address or the key of a setting
 */
function capitalize(message) {
  return /^[a-z]+[ ,:]/.test(message) ? message.charAt(0).toUpperCase() + message.slice(1) : message;
}
