import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId, element, keepInStep } from '../shell/dom.js';

/** @typedef {import('../../operations/activities.js').JoinRequest} JoinRequest */

/** The requests to play together of the last minutes; the person answers those that wait. */
export class JoinRequestList {
  #requests;

  /** @param {import('../daemon/requests.js').Requests} requests */
  constructor(requests) {
    this.#requests = requests;
  }

  /** @param {readonly JoinRequest[]} listed the newest first */
  show(listed) {
    byId('join-requests-part').hidden = listed.length === 0;
    keepInStep(byId('join-requests'), listed, {
      key: ({ id }) => id,
      create: (request) => this.#create(request),
      update: (row, request) => update(row, request),
    });
  }

  /** @param {JoinRequest} request */
  #create({ id }) {
    const text = element('div', { class: 'name foreign', id: `join-request-${id}` });
    /** @param {string} label @param {'accept' | 'decline'} answer */
    const button = (label, answer) => {
      const one = element(
        'button',
        { class: 'small', type: 'button', 'aria-describedby': text.id, hidden: '' },
        label,
      );
      one.addEventListener('click', () => {
        void this.#requests.send(`/activities/requests/${encodeURIComponent(id)}/${answer}`, 'POST');
      });
      return one;
    };
    return element(
      'li',
      { class: 'row' },
      element('div', {}, text, element('div', { class: 'detail' })),
      element(
        'div',
        { class: 'connection-actions' },
        button('Accept', 'accept'),
        button('Decline', 'decline'),
      ),
    );
  }
}

/** @param {HTMLElement} row @param {JoinRequest} request */
function update(row, request) {
  const { action, application, direction, kind, state, user } = request;
  const who = `${user.username}#${user.discriminator}`;
  const game = application.name ?? `application ${application.id}`;
  const verb = action === 'join' ? 'join' : 'watch';
  const received = kind === 'invite' ? `${who} invites you into ${game}` : `${who} asks to ${verb} ${game}`;
  const sent = kind === 'invite' ? `You invited ${who} into ${game}` : `You asked ${who} to ${verb} ${game}`;
  const [name, detail] = [row.querySelector('.name'), row.querySelector('.detail')];
  if (name) name.textContent = toVisibleText(direction === 'sent' ? sent : received);
  if (detail) detail.textContent = state;
  for (const button of row.querySelectorAll('button')) button.hidden = !isToAnswer(request);
}

/** Whether a request waits for the person's answer. @param {JoinRequest} request */
export function isToAnswer({ direction, state }) {
  return direction === 'received' && state === 'waiting';
}
