import { toVisibleText } from '../../../platform/text/visible-text.js';
import { stream } from '../daemon/api.js';
import { byId } from '../shell/dom.js';
import { count } from '../shell/format.js';

/** @typedef {import('../../doctor/finding.js').Finding} Finding */

/** How long findings are shown before the computer is checked again, in milliseconds. */
const VALID_MS = 60_000;

/** Shows in every view but Health, which lists them, how many findings doctor has, and the first error. */
export class FindingsLink {
  #checkedAt = Number.NEGATIVE_INFINITY;
  #hasFindings = false;
  #isHealth = false;

  /** Another view is shown. The computer is checked unless that was done just now. @param {string} view */
  showIn(view) {
    this.#isHealth = view === 'health';
    this.#update();
    if (!this.#isHealth && performance.now() - this.#checkedAt >= VALID_MS) void this.#check();
  }

  async #check() {
    this.#checkedAt = performance.now();
    try {
      const { signal } = new AbortController();
      for await (const { part, value } of stream('/doctor', { method: 'POST', signal })) {
        if (part === 'findings') this.show(value);
      }
    } catch {
      // The Health view says why the computer cannot be checked.
      this.#checkedAt = Number.NEGATIVE_INFINITY;
    }
  }

  /** @param {readonly Finding[]} findings of a check that was done just now */
  show(findings) {
    this.#checkedAt = performance.now();
    const errors = findings.filter(({ level }) => level === 'error');
    const warnings = findings.filter(({ level }) => level === 'warning');
    this.#hasFindings = errors.length + warnings.length > 0;
    this.#update();
    byId('findings-link').textContent = [
      ...(errors.length > 0 ? [count(errors.length, 'error')] : []),
      ...(warnings.length > 0 ? [count(warnings.length, 'warning')] : []),
    ].join(', ');
    byId('findings-text').textContent = toVisibleText(errors[0]?.message ?? '');
  }

  #update() {
    byId('findings-status').hidden = this.#isHealth || !this.#hasFindings;
  }
}
