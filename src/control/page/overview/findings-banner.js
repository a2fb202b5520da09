import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId } from '../shell/dom.js';
import { count } from '../shell/format.js';

/** @typedef {import('../../doctor/finding.js').Finding} Finding */

/** How long findings are shown before the computer is checked again, in milliseconds. */
const VALID_MS = 60_000;

/** Says how many findings doctor has, and what to do about the first one. */
export class FindingsBanner {
  #requests;
  #checkedAt = Number.NEGATIVE_INFINITY;

  /** @param {import('../shell/requests.js').Requests} requests */
  constructor(requests) {
    this.#requests = requests;
  }

  /** Checks the computer, unless that was done just now. */
  async check() {
    if (performance.now() - this.#checkedAt < VALID_MS) return;
    this.#checkedAt = performance.now();
    await this.#requests.receive('/doctor', ({ part, value }) => {
      if (part === 'findings') show(value);
    });
  }
}

/** @param {readonly Finding[]} findings */
function show(findings) {
  const errors = findings.filter(({ level }) => level === 'error');
  const problems = [...errors, ...findings.filter(({ level }) => level === 'warning')];
  const [first] = problems;
  byId('findings-banner').hidden = first === undefined;
  if (first === undefined) return;
  const more = problems.length === 1 ? '' : ` (and ${count(problems.length - 1, 'more finding')})`;
  const what = `${first.message}${more}. ${first.hint ?? ''}`.trim();
  byId('findings-banner-text').textContent = toVisibleText(`${count(problems.length, 'finding')}: ${what}`);
}
