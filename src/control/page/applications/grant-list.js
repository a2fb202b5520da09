import { toVisibleText } from '../../../platform/text/visible-text.js';
import { permissionRow } from '../consent/permission-row.js';
import { showAvatar } from '../shell/avatar.js';
import { byId, element, foreignText, keepInStep } from '../shell/dom.js';
import { localDay } from '../shell/format.js';
import { dotted, timeElement } from '../shell/time-element.js';

/** @typedef {import('../../applications/listed-grants.js').ListedGrant} Grant */

/**
 * @typedef {object} GrantActions
 * @property {(grant: Grant) => void} revoke
 * @property {(grant: Grant) => void} withdrawKeyCapture
 */

/** Shows what the person allowed to which application. */
export class GrantList {
  #actions;

  /** @param {GrantActions} actions */
  constructor(actions) {
    this.#actions = actions;
  }

  /** @param {readonly Grant[] | null} grants null: unknown */
  show(grants) {
    byId('grants-unknown').hidden = grants !== null;
    byId('grants-none').hidden = grants === null || grants.length > 0;
    const applications = (grants ?? []).map(({ application }) => application.id);
    keepInStep(byId('grants'), grants ?? [], {
      key: ({ id }) => id,
      create: (grant) => this.#createRow(grant),
      update: (row, grant) =>
        this.#updateRow(row, grant, applications.filter((id) => id === grant.application.id).length === 1),
    });
  }

  /** @param {Grant} grant */
  #createRow(grant) {
    const { application } = grant;
    const name = toVisibleText(application.name);
    const avatar = element('span', { class: 'avatar', 'aria-hidden': 'true' });
    showAvatar(avatar, application);
    const revoke = element('button', { class: 'small danger', 'aria-label': `Revoke ${name}` }, 'Revoke');
    revoke.addEventListener('click', () => this.#actions.revoke(grant));
    const withdraw = element(
      'button',
      { class: 'small', 'aria-label': `Withdraw recording keys from ${name}` },
      'Withdraw',
    );
    withdraw.addEventListener('click', () => this.#actions.withdrawKeyCapture(grant));
    const description = element(
      'div',
      {},
      foreignText('bdi', 'name', application.name),
      element('div', { class: 'detail' }),
      element('ul', { class: 'scopes divided', 'aria-label': `What ${name} may do` }),
      element(
        'div',
        { class: 'key-capture' },
        element('span', { class: 'mark' }, 'Sensitive'),
        'It may record key combinations while you set a shortcut, and learn when you press a key that it chooses for push-to-talk.',
        withdraw,
      ),
    );
    return element(
      'li',
      { class: 'row application' },
      avatar,
      description,
      element('div', { class: 'row-actions' }, revoke),
    );
  }

  /**
   * @param {HTMLElement} row
   * @param {Grant} grant
   * @param {boolean} isOnly whether the application has no other grant
   */
  #updateRow(row, { connections, created_at, key_capture, last_used_at, once, permissions }, isOnly) {
    // Connections are known of applications: which of several grants they use is not.
    const isConnected = isOnly && connections > 0;
    const parts = [
      ['Since ', timeElement(created_at, localDay(created_at))],
      ...(once === true ? [['until it disconnects']] : []),
      ...(isConnected ? [['connected now']] : []),
      ...(!isConnected && last_used_at !== null ? [['last used ', timeElement(last_used_at)]] : []),
    ];
    const [detail, scopes, capture] = ['.detail', '.scopes', '.key-capture'].map((part) =>
      row.querySelector(part),
    );
    detail?.replaceChildren(...dotted(parts));
    scopes?.replaceChildren(...permissions.map(permissionRow));
    if (capture instanceof HTMLElement) capture.hidden = !key_capture;
  }
}
