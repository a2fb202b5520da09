import { compareSnowflakes } from '#guildhall/protocol/snowflake.js';
import { at, type OperationFactory, pick } from './operation.js';

const SEVERAL = 8;

/** Operations to roles. */
export const ROLE_OPERATIONS: readonly OperationFactory[] = [
  ({ guild, bot, kept, number }) => {
    if (kept.roles.length > SEVERAL) return null;
    const json = { name: `role ${number}`, permissions: 0x400 };
    return {
      call: { method: 'POST', path: `/guilds/${guild}/roles`, as: bot, json },
      makes: 'roles',
      audited: true,
      // Just above @everyone.
      apply: (now, { id }) => void now.roles.splice(1, 0, { id, ...json }),
    };
  },
  ({ guild, bot, kept, number }) => {
    const id = pick(kept.roles.slice(1))?.id;
    if (id === undefined) return null;
    const json = { name: `renamed ${number}`, permissions: number % 2 === 0 ? 0x800 : 0xc00 };
    return {
      call: { method: 'PATCH', path: `/guilds/${guild}/roles/${id}`, as: bot, json },
      audited: true,
      apply: (now) => {
        now.roles = now.roles.map((role) => (role.id === id ? { id, ...json } : role));
      },
    };
  },
  ({ guild, bot, kept, number }) => {
    const id = pick(kept.roles.slice(1))?.id;
    // The role of an integration counts among the positions, and is not known here.
    if (id === undefined || Object.keys(kept.integrations).length > 0) return null;
    const position = 1 + (number % (kept.roles.length - 1));
    return {
      call: { method: 'PATCH', path: `/guilds/${guild}/roles`, as: bot, json: [{ id, position }] },
      apply: (now) => {
        const moved = now.roles.filter((role) => role.id === id);
        now.roles = now.roles.filter((role) => role.id !== id);
        now.roles.splice(position, 0, ...moved);
      },
    };
  },
  ({ guild, bot, kept }) => {
    const id = pick(kept.roles.slice(1))?.id;
    if (id === undefined || kept.roles.length < 4) return null;
    return {
      call: { method: 'DELETE', path: `/guilds/${guild}/roles/${id}`, as: bot },
      audited: true,
      apply: (now) => {
        now.roles = now.roles.filter((role) => role.id !== id);
        for (const member of Object.values(now.members))
          member.roles = member.roles.filter((one) => one !== id);
        for (const { overwrites } of Object.values(now.channels)) delete overwrites[id];
      },
    };
  },
  ({ guild, bot, botId, kept }) => {
    const user = pick(Object.keys(kept.members).filter((id) => id !== botId));
    const role = pick(kept.roles.slice(1))?.id;
    if (user === undefined || role === undefined) return null;
    const has = at(kept.members, user).roles.includes(role);
    const path = `/guilds/${guild}/members/${user}/roles/${role}`;
    return {
      call: { method: has ? 'DELETE' : 'PUT', path, as: bot },
      audited: true,
      apply: (now) => {
        const member = at(now.members, user);
        const others = member.roles.filter((id) => id !== role);
        member.roles = has ? others : [...others, role].sort(compareSnowflakes);
      },
    };
  },
];
