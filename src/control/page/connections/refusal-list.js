import { toVisibleText } from '../../../platform/visible-text.js';
import { call } from '../shell/api.js';
import { byId, element, keepInStep } from '../shell/dom.js';
import { count } from '../shell/format.js';
import { timeElement } from '../shell/time-element.js';

/**
 * Clients that were refused for the same reason.
 *
 * @typedef {{ reason: string, application_id: string | null, origin: string | null, times: number, last_at: string }}
 * Refusal
 */

/** @type {Readonly<Record<string, string>>} */
const REASONS = {
  origin: 'its origin is not registered for this application',
  'unknown-application': 'no application has its client id',
  handshake: 'it asked for an RPC version or encoding that does not exist',
  user: 'it runs as another user of this machine',
  'not-approved': 'the application is not approved, and you are not one of its testers',
};

/** How many updates of the view pass between two looks. */
const INTERVAL = 5;

/** The clients that were refused in the last hour. */
export class RefusalList {
  #updates = 0;

  /** The list of connections, next to which it is shown, was updated, which happens once a second. */
  tick() {
    if (this.#updates % INTERVAL === 0) void this.#refresh();
    this.#updates += 1;
  }

  async #refresh() {
    /** @type {readonly Refusal[]} */
    const refusals = await call('/refusals').catch(() => []);
    byId('refusals-part').hidden = refusals.length === 0;
    keepInStep(byId('refusals'), refusals, {
      key: ({ reason, application_id, origin }) => JSON.stringify([reason, application_id, origin]),
      create: () => element('li', { class: 'row refusal' }),
      update: (row, refusal) => row.replaceChildren(describe(refusal)),
    });
  }
}

/** @param {Refusal} refusal */
function describe({ reason, application_id, origin, times, last_at }) {
  const client = [
    application_id === null ? 'no client id' : `client id ${application_id}`,
    origin === null ? 'no origin' : origin,
  ];
  return element(
    'div',
    {},
    element('div', { class: 'name foreign' }, toVisibleText(client.join(', '))),
    element(
      'div',
      { class: 'detail' },
      `${count(times, 'time')}, last at `,
      timeElement(last_at),
      `: ${REASONS[reason] ?? reason}`,
    ),
  );
}
