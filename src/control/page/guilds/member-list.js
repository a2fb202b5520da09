import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId, element, keepInStep, showIfChanged } from '../shell/dom.js';
import { roleColor } from './role-color.js';

/** @typedef {import('../../guilds/guild-schemas.js').ShownGuild} ShownGuild */
/** @typedef {import('../../guilds/guild-schemas.js').ShownMember} ShownMember */
/** @typedef {import('../../guilds/guild-schemas.js').ShownRole} ShownRole */

/** @type {Readonly<Record<ShownMember['status'], string>>} */
const STATUS_WORDS = { online: 'online', idle: 'idle', dnd: 'do not disturb', offline: 'offline' };

/** Shows the members of a guild with presence and roles. */
export class MemberList {
  #requests;

  /** @param {import('../daemon/requests.js').Requests} requests */
  constructor(requests) {
    this.#requests = requests;
    // Scrolls by keyboard.
    byId('members').tabIndex = 0;
  }

  /** @param {ShownGuild} guild */
  show({ members, more_members, roles }) {
    const byRole = new Map(roles.map((role) => [role.id, role]));
    keepInStep(byId('members'), members, {
      key: ({ id }) => id,
      create: () =>
        element(
          'li',
          { class: 'guild-member' },
          element('span', { class: 'name' }),
          element('span', { class: 'detail foreign' }),
          element('span', { class: 'member-actions' }),
        ),
      update: (row, member) => {
        const own = member.roles.flatMap((id) => byRole.get(id) ?? []);
        showIfChanged(row, [member, own], () => {
          updateRow(row, member, own);
          this.#showActions(row, member);
        });
      },
    });
    const more = byId('members-more');
    more.hidden = more_members === 0;
    more.textContent = `and ${more_members} more`;
  }

  /**
   * What others ask is in the view of connections.
   *
   * @param {HTMLElement} row
   * @param {ShownMember} member
   */
  #showActions(row, { can_invite, can_join, can_watch, id, name }) {
    /** @param {string} label @param {'join' | 'spectate' | 'invite'} request */
    const ask = (label, request) => {
      const title = toVisibleText(`${label}: ${name}`);
      const button = element('button', { class: 'small', type: 'button', 'aria-label': title }, label);
      button.addEventListener('click', async () => {
        button.toggleAttribute('disabled', true);
        await this.#requests.send('/activities/requests', 'POST', { user: id, request });
        // It may be declined or expire, and be asked again.
        button.toggleAttribute('disabled', false);
      });
      return button;
    };
    row
      .querySelector('.member-actions')
      ?.replaceChildren(
        ...(can_join ? [ask('Ask to join', 'join')] : []),
        ...(can_watch ? [ask('Ask to watch', 'spectate')] : []),
        ...(can_invite ? [ask('Invite to play', 'invite')] : []),
      );
  }
}

/**
 * @param {HTMLElement} row
 * @param {ShownMember} member
 * @param {readonly ShownRole[]} own their roles, the highest first
 */
function updateRow(row, { activity, is_bot, name, status, username }, own) {
  const colored = own.find(({ color }) => color !== null);
  row
    .querySelector('.name')
    ?.replaceChildren(
      element('span', { class: 'status', 'data-status': status, 'aria-hidden': 'true' }),
      element('bdi', { class: 'foreign' }, toVisibleText(name)),
      ...(colored === undefined ? [] : [roleColor(colored.color)]),
      ...(is_bot ? [element('span', { class: 'chip' }, 'bot')] : []),
      element('span', { class: 'visually-hidden' }, `, ${STATUS_WORDS[status]}`),
    );
  const facts = [username, ...(activity === null ? [] : [activity]), ...own.map((role) => role.name)];
  const detail = row.querySelector('.detail');
  if (detail) detail.textContent = facts.map(toVisibleText).join(' · ');
}
