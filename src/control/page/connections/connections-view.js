import { byId, keepInStep } from '../shell/dom.js';
import { count } from '../shell/format.js';
import { Requests } from '../shell/requests.js';
import { ViewUpdates } from '../shell/view-updates.js';
import { ConnectionRow } from './connection-row.js';
import { Inspector } from './inspector.js';
import { JoinRequestList } from './join-requests.js';
import { RefusalList } from './refusal-list.js';
import { Traffic } from './traffic.js';

/** @typedef {import('../../operations/sessions.js').LiveSessions} LiveSessions */

/** The view of the live connections, and of the frames of one of them. It receives updates only while it is visible. */
export class ConnectionsView {
  #requests = new Requests(byId('connections-error'));
  #list = byId('connection-list');
  #traffic = new Traffic();
  #refusals = new RefusalList();
  #joinRequests = new JoinRequestList(this.#requests);
  /** @type {WeakMap<HTMLElement, ConnectionRow>} */
  #rows = new WeakMap();
  #inspector = new Inspector((error) => this.#requests.report(error));
  /** @type {ViewUpdates<LiveSessions>} */
  #updates = new ViewUpdates('/sessions/watch', (update) => this.#show(update), {
    onStop: () => this.#traffic.clear(),
  });
  /** the connection whose frames are shown @type {string | null} */
  #inspected = null;
  #isShown = false;

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

  /** @param {LiveSessions} update */
  #show(update) {
    const { sessions, total } = update;
    this.#traffic.add(update);
    this.#refusals.tick();
    keepInStep(this.#list, sessions, {
      key: ({ id }) => id,
      create: (session) => this.#createRow(session),
      update: (element, session) => this.#rows.get(element)?.update(session, this.#traffic.of(session.id)),
    });
    for (const { id, application } of sessions) this.#inspector.name(id, application.name);
    byId('connections-none').hidden = total > 0;
    const more = byId('connections-more');
    more.hidden = total <= sessions.length;
    more.textContent = `${count(total - sessions.length, 'more connection is', 'more connections are')} open.`;
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
