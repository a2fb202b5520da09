import { toVisibleText } from '../../../platform/text/visible-text.js';
import { Requests } from '../daemon/requests.js';
import { ViewUpdates } from '../daemon/view-updates.js';
import { byId, element, foreignText, keepInStep } from '../shell/dom.js';
import { count } from '../shell/format.js';
import { dotted, timeElement } from '../shell/time-element.js';
import { ConnectionRow } from './connection-row.js';
import { Inspector } from './inspector.js';
import { JoinRequestList } from './join-requests.js';
import { RefusalList } from './refusal-list.js';
import { groupSessions } from './session-groups.js';
import { Traffic } from './traffic.js';

/** @typedef {import('../../operations/sessions.js').SessionsUpdate} SessionsUpdate */

/** From how many connections on they can be searched. */
const MANY = 5;

/** The view of the live connections, and of the frames of one of them. It receives updates only while it is visible. */
export class ConnectionsView {
  #requests = new Requests(byId('connections-error'));
  #list = byId('connection-list');
  #traffic = new Traffic();
  #refusals = new RefusalList();
  #joinRequests = new JoinRequestList(this.#requests);
  #search = byId('connections-search', HTMLInputElement);
  /** which groups the person opened or closed @type {Map<string, boolean>} */
  #chosen = new Map();
  /** @type {SessionsUpdate | null} */
  #last = null;
  /** @type {WeakMap<HTMLElement, ConnectionRow>} */
  #rows = new WeakMap();
  #inspector = new Inspector((error) => this.#requests.report(error));
  /** @type {ViewUpdates<SessionsUpdate>} */
  #updates = new ViewUpdates('/sessions/watch', (update) => this.#show(update), {
    onStop: () => this.#traffic.clear(),
  });
  /** the connection whose frames are shown @type {string | null} */
  #inspected = null;
  #isShown = false;

  constructor() {
    this.#search.addEventListener('input', () => this.#showRows());
  }

  /** @param {readonly string[]} path */
  open([id]) {
    this.#inspected = id ?? null;
    byId('connections-list').hidden = this.#inspected !== null;
    byId('inspector').hidden = this.#inspected === null;
    this.#follow();
  }

  /** @param {boolean} isShown */
  setShown(isShown) {
    this.#isShown = isShown;
    this.#follow();
  }

  /** @param {import('../shell/views.js').Part} part */
  receive(part) {
    if (part.part === 'joinRequests') this.#joinRequests.show(part.value);
  }

  /** Browsers open few connections to one server: one stream at a time. */
  #follow() {
    this.#updates.setShown(this.#isShown && this.#inspected === null);
    this.#inspector.setShown(this.#isShown ? this.#inspected : null);
  }

  /** @param {SessionsUpdate} update */
  #show(update) {
    const { sessions, total } = update;
    this.#last = update;
    this.#traffic.add(update);
    this.#refusals.tick();
    byId('connections-search-part').hidden = total < MANY && this.#search.value === '';
    this.#showRows();
    for (const { id, application } of sessions) this.#inspector.name(id, application.name);
    byId('connections-none').hidden = total > 0;
    const more = byId('connections-more');
    more.hidden = total <= sessions.length;
    more.textContent = `${count(total - sessions.length, 'more connection is', 'more connections are')} open.`;
  }

  #showRows() {
    const wanted = this.#search.value.trim();
    const rows = groupSessions(this.#last?.sessions ?? [], wanted, this.#chosen);
    keepInStep(this.#list, rows, {
      key: ({ key }) => key,
      create: (row) => ('group' in row ? this.#createGroup(row.group) : this.#createRow(row.session)),
      update: (shown, row) => {
        if ('group' in row) updateGroup(shown, row.group);
        else this.#rows.get(shown)?.update(row.session, this.#traffic.of(row.session.id));
      },
    });
    byId('connections-found-none').hidden = wanted === '' || rows.length > 0;
  }

  /** @param {import('./session-groups.js').Group} group */
  #createGroup({ key, application }) {
    const name = foreignText('bdi', 'name', application);
    const button = element('button', { type: 'button', class: 'small' });
    button.addEventListener('click', () => {
      this.#chosen.set(key, button.getAttribute('aria-expanded') !== 'true');
      this.#showRows();
    });
    return element(
      'li',
      { class: 'row connection-group' },
      element('div', {}, name, element('div', { class: 'detail foreign' })),
      button,
    );
  }

  /** @param {import('../../operations/sessions.js').LiveSession} session */
  #createRow(session) {
    const row = new ConnectionRow(session, {
      disconnect: (id) => void this.#requests.end(`/sessions/${encodeURIComponent(id)}`),
      block: (application, isBlocked) =>
        void this.#requests.send(
          `/activities/${encodeURIComponent(application)}/block`,
          isBlocked ? 'DELETE' : 'POST',
        ),
      stopCapture: () => void this.#requests.end('/capture'),
    });
    this.#rows.set(row.element, row);
    return row.element;
  }
}

/**
 * @param {HTMLElement} row
 * @param {import('./session-groups.js').Group} group
 */
function updateGroup(row, group) {
  const connections = count(group.count, 'connection');
  row
    .querySelector('.detail')
    ?.replaceChildren(
      ...dotted([
        ...(group.program === null ? [] : [[toVisibleText(group.program)]]),
        [connections],
        ['last seen ', timeElement(group.lastSeen)],
      ]),
    );
  const button = row.querySelector('button');
  button?.setAttribute('aria-expanded', String(group.isOpen));
  if (button) button.textContent = group.isOpen ? `Hide ${connections}` : `Show ${connections}`;
}
