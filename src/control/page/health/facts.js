import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId, element } from '../shell/dom.js';
import { byteSize } from '../shell/format.js';
import { timeElement } from '../shell/time-element.js';

/** @typedef {import('../../health/read-facts.js').Facts} Facts */
/** @typedef {import('../../status.js').DaemonStatus} DaemonStatus */

/**
 * @param {Facts} facts
 * @param {DaemonStatus | null} status
 */
export function showFacts(facts, status) {
  const { addon_missing, store_bytes, log_bytes } = facts;
  const started = status === null ? [] : [`, process ${status.pid}, since `, timeElement(status.started_at)];
  byId('facts').replaceChildren(
    ...fact('Guildhall', facts.version, ...started),
    ...fact('Node.js', facts.node),
    ...fact('System', facts.system),
    ...fact('Native addon', addon_missing === null ? 'loaded' : `missing: ${addon_missing}`),
    ...fact('Home', facts.home),
    ...fact('Store', store_bytes === null ? 'none' : byteSize(store_bytes)),
    ...fact('Log', log_bytes === null ? facts.log : `${facts.log} (${byteSize(log_bytes)})`),
    ...fact('Backups', facts.backups),
  );
}

/**
 * @param {string} name
 * @param {string} value
 * @param {(Node | string)[]} rest
 */
function fact(name, value, ...rest) {
  return [element('dt', {}, name), element('dd', { class: 'mono' }, toVisibleText(value), ...rest)];
}
