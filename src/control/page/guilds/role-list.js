import { byId, element, foreignText, keepInStep } from '../shell/dom.js';
import { count } from '../shell/format.js';
import { roleColor } from './role-color.js';

/** @typedef {import('../../guilds/guild-schemas.js').ShownRole} ShownRole */

/** Shows the roles of a guild, the highest first. */
export class RoleList {
  constructor() {
    // Scrolls by keyboard.
    byId('roles').tabIndex = 0;
  }

  /** @param {readonly ShownRole[]} roles */
  show(roles) {
    byId('roles-none').hidden = roles.length > 0;
    keepInStep(byId('roles'), roles, {
      key: ({ id }) => id,
      create: () => element('li', { class: 'role' }),
      update: (row, { color, members, name }) =>
        row.replaceChildren(
          roleColor(color),
          foreignText('bdi', '', name),
          element('span', { class: 'detail' }, count(members, 'member')),
        ),
    });
  }
}
