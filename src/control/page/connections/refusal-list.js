import { toVisibleText } from '../../../platform/text/visible-text.js';
import { call } from '../daemon/api.js';
import { byId, element, keepInStep } from '../shell/dom.js';
import { timesText } from '../shell/format.js';
import { timeElement } from '../shell/time-element.js';

/**
 * Clients that were refused for the same reason.
 *
 * @typedef {{ reason: string, application_id: string | null,
 * application_name: string | null, origin: string | null, times: number, last_at: string }}
 * Refusal
 */

/** @type {Readonly<Record<string, string>>} */
const REASONS = {
  origin: 'its origin was not registered for this application',
  'unknown-application': 'no application had its client id',
  handshake: 'it asked for an RPC version or encoding that does not exist',
  user: 'it ran as another user of this machine',
  'not-approved': 'the application was not approved, and you were not one of its testers',
};

/** How many updates of the view pass between two looks. */
const INTERVAL = 5;

/** The clients that were refused in the last hour and would be refused again. */
export class RefusalList {
  #updates = 0;
  #isRefreshing = false;

  /** The list of connections, next to which it is shown, was updated, which happens once a second. */
  tick() {
    // A service that is slow is not asked again meanwhile.
    if (this.#updates % INTERVAL === 0 && !this.#isRefreshing) void this.#refresh();
    this.#updates += 1;
  }

  async #refresh() {
    this.#isRefreshing = true;
    /** @type {readonly Refusal[]} */
    const refusals = await call('/refusals').catch(() => []);
    this.#isRefreshing = false;
    byId('refusals-part').hidden = refusals.length === 0;
    keepInStep(byId('refusals'), refusals, {
      key: ({ reason, application_id, origin }) => JSON.stringify([reason, application_id, origin]),
      create: () => element('li', { class: 'row refusal' }),
      update: (row, refusal) => row.replaceChildren(describe(refusal)),
    });
  }
}

/** @param {Refusal} refusal */
function describe({ reason, application_id, application_name, origin, times, last_at }) {
  const client = [clientText(application_id, application_name), origin === null ? 'no origin' : origin];
  return element(
    'div',
    {},
    element('div', { class: 'name foreign' }, toVisibleText(client.join(', '))),
    element(
      'div',
      { class: 'detail' },
      `${timesText(times)}, last at `,
      timeElement(last_at),
      `: ${REASONS[reason] ?? reason}`,
    ),
  );
}

/** @param {string | null} id @param {string | null} name */
function clientText(id, name) {
  if (id === null) return 'no client id';
  return name === null ? `client id ${id}` : `${name} (${id})`;
}
