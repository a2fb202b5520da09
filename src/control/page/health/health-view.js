import { toVisibleText } from '../../../platform/text/visible-text.js';
import { Requests } from '../daemon/requests.js';
import { byId } from '../shell/dom.js';
import { byteSize } from '../shell/format.js';
import { showFacts } from './facts.js';
import { Findings } from './findings.js';
import { LogTail } from './log-tail.js';

/** @typedef {import('../../status.js').DaemonStatus} DaemonStatus */

/** The view of the daemon's health: doctor, versions and paths, backups and the log. */
export class HealthView {
  #requests = new Requests(byId('health-error'));
  #findings;
  #log = new LogTail();
  #backup = byId('backup-run', HTMLButtonElement);
  /** @type {DaemonStatus | null} */
  #status = null;

  /** @param {(findings: readonly import('../../doctor/finding.js').Finding[]) => void} onFindings called after each check */
  constructor(onFindings) {
    this.#findings = new Findings(this.#requests, onFindings);
    this.#backup.addEventListener('click', () => void this.#backUp());
  }

  /** @param {boolean} isShown */
  setShown(isShown) {
    this.#log.setShown(isShown);
    if (!isShown) return;
    void this.#findings.run();
    void this.#showFacts();
  }

  /** @param {import('../shell/views.js').Part} part */
  receive(part) {
    if (part.part === 'status') this.#status = part.value;
  }

  async #showFacts() {
    const facts = await this.#requests.send('/facts', 'GET');
    if (facts !== undefined) showFacts(facts, this.#status);
  }

  async #backUp() {
    const state = byId('backup-state');
    this.#backup.disabled = true;
    state.textContent = 'Writing a backup…';
    const backup = await this.#requests.send('/backups', 'POST', {});
    this.#backup.disabled = false;
    state.textContent =
      backup === undefined ? '' : toVisibleText(`Wrote ${backup.file} (${byteSize(backup.bytes)}).`);
  }
}
