import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyChanges } from '#guildhall/guilds/changes.js';
import type { Decision } from '#guildhall/guilds/events.js';
import { highestRole } from '#guildhall/guilds/hierarchy.js';
import { guildPermissions } from '#guildhall/guilds/permissions.js';
import { Refusal } from '#guildhall/guilds/refusal.js';
import { createBan } from '#guildhall/guilds/rules/bans.js';
import {
  addMemberRole,
  modifyMember,
  removeMember,
  removeMemberRole,
} from '#guildhall/guilds/rules/members.js';
import { createRole, deleteRole, modifyRole, moveRoles } from '#guildhall/guilds/rules/roles.js';
import type { GuildState } from '#guildhall/guilds/state.js';
import { compareRoles } from '#guildhall/protocol/objects/role.js';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { fc } from '../helpers/fast-check.js';
import { actor, context, decide, GUILD, guild, member, OWNER, role } from './worlds.js';

const BITS = Object.values(PERMISSIONS).filter((bit) => bit !== PERMISSIONS.ADMINISTRATOR);
const permissions = fc.subarray(BITS).map((bits) => bits.reduce((sum, bit) => sum | bit, 0));
/** the permissions that members use; without any of them they can do nothing */
const POWERS =
  PERMISSIONS.MANAGE_ROLES |
  PERMISSIONS.MANAGE_NICKNAMES |
  PERMISSIONS.KICK_MEMBERS |
  PERMISSIONS.BAN_MEMBERS;

const MEMBERS = ['11', '12', '13', '14'];

interface Step {
  readonly what: 'grant' | 'take' | 'set' | 'create' | 'edit' | 'move' | 'delete' | 'kick' | 'ban' | 'nick';
  readonly who: number;
  readonly whom: number;
  readonly roles: readonly number[];
  readonly permissions: number;
  readonly position: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('grant', 'take', 'set', 'create', 'edit', 'move', 'delete', 'kick', 'ban', 'nick'),
  who: fc.nat(MEMBERS.length - 1),
  whom: fc.nat(MEMBERS.length),
  roles: fc.array(fc.nat(9), { minLength: 1, maxLength: 3 }),
  permissions,
  position: fc.nat(9),
});

const worlds = fc.record({
  everyone: permissions.map((bits) => bits & ~POWERS),
  roles: fc.array(permissions, { minLength: 2, maxLength: 6 }),
  powerful: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  held: fc.array(fc.subarray([0, 1, 2, 3, 4, 5]), { minLength: MEMBERS.length, maxLength: MEMBERS.length }),
  steps: fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }),
});
type Made = typeof worlds extends fc.Arbitrary<infer World> ? World : never;

function build({ everyone, roles, powerful, held }: Made): GuildState {
  const made = roles.map((bits, index) =>
    role(String(200 + index), { position: index + 1, permissions: powerful[index] ? bits | POWERS : bits }),
  );
  return guild({
    roles: [role(GUILD, { permissions: everyone }), ...made],
    members: [
      member(OWNER),
      ...MEMBERS.map((id, index) =>
        member(
          id,
          (held[index] ?? []).flatMap((at) => made[at]?.id ?? []),
        ),
      ),
    ],
  });
}

type Ids = ReturnType<typeof context>;

/** What an operation does. */
function act(state: GuildState, made: Step, ids: Ids): Decision<unknown> {
  const place = { guild: state, actor: actor(MEMBERS[made.who] ?? '') };
  const userId = [...MEMBERS, OWNER][made.whom] ?? OWNER;
  const all = [...state.roles.values()].sort(compareRoles);
  const chosen = made.roles.map((index) => all[index % all.length]?.id ?? GUILD);
  const [roleId = GUILD] = chosen;
  const { permissions, position } = made;
  switch (made.what) {
    case 'grant':
      return decide(addMemberRole, place, { userId, roleId });
    case 'take':
      return decide(removeMemberRole, place, { userId, roleId });
    case 'set':
      return decide(modifyMember, place, { userId, roles: chosen.filter((id) => id !== GUILD) });
    case 'create':
      return decide(createRole, place, { permissions }, ids);
    case 'edit':
      return decide(modifyRole, place, { id: roleId, fields: { permissions } });
    case 'move':
      return decide(
        moveRoles,
        place,
        chosen.map((id, index) => ({ id, position: position + index })),
      );
    case 'delete':
      return decide(deleteRole, place, roleId);
    case 'kick':
      return decide(removeMember, place, userId);
    case 'ban':
      return decide(createBan, place, { userId, reason: null, messages: [] });
    case 'nick':
      return decide(modifyMember, place, { userId, nick: 'N' });
  }
}

/** Runs the sequence; refused steps change nothing. */
function play(state: GuildState, steps: readonly Step[], after: (done: Step) => void): void {
  const ids = context();
  for (const made of steps) {
    try {
      applyChanges(state, act(state, made, ids).changes);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    after(made);
  }
}

/** The highest role that any of the conspirators holds. */
function summit(state: GuildState) {
  const tops = MEMBERS.flatMap((id) => {
    const one = state.members.get(id);
    return one === undefined ? [] : (highestRole(state, one) ?? []);
  });
  return tops.sort(compareRoles).at(-1) ?? assert.fail('everybody has @everyone');
}

describe('Whatever members do together, without the owner', () => {
  test('nobody gains a permission that was not theirs or below them', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const state = build(world);
        const top = summit(state);
        let reachable = 0;
        for (const one of state.roles.values()) {
          if (compareRoles(one, top) <= 0) reachable |= one.permissions;
        }
        play(state, world.steps, () => {
          for (const one of state.members.values()) {
            if (one.userId === OWNER) continue;
            assert.equal(guildPermissions(state, one) & ~reachable, 0, 'a permission came from above');
          }
        });
      }),
      { numRuns: 1500 },
    );
  });

  test('no role from their highest upwards is edited, deleted, moved or given away', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const state = build(world);
        const top = summit(state);
        const above = () =>
          [...state.roles.values()]
            .sort(compareRoles)
            .filter((one) => one.id === top.id || compareRoles(one, state.roles.get(top.id) ?? top) > 0)
            .map(({ position: _, ...one }) => one);
        const holders = () =>
          [...state.members.values()].flatMap(({ userId, roles }) =>
            roles.filter((id) => high.has(id)).map((id) => `${userId} ${id}`),
          );
        const before = above();
        const high = new Set(before.map(({ id }) => id));
        const held = new Set(holders());
        play(state, world.steps, () => {
          assert.deepEqual(above(), before);
          for (const one of holders()) assert.ok(held.has(one), `${one} was given away`);
        });
      }),
      { numRuns: 1500 },
    );
  });

  test('the owner and members who are not lower stay, unbanned and with their names', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const state = build(world);
        const top = summit(state);
        const safe = MEMBERS.filter((id) => state.members.get(id)?.roles.includes(top.id));
        play(state, world.steps, ({ what, who, whom }) => {
          for (const id of [OWNER, ...safe]) {
            assert.ok(state.members.has(id) && !state.bans.has(id));
            const byThemselves = what === 'nick' && MEMBERS[who] === [...MEMBERS, OWNER][whom];
            if (!byThemselves && id === OWNER) assert.equal(state.members.get(id)?.nick, null);
          }
        });
      }),
      { numRuns: 500 },
    );
  });

  test('nothing refers to what is gone, and @everyone stays the lowest role', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const state = build(world);
        play(state, world.steps, () => {
          for (const { roles } of state.members.values()) {
            for (const id of roles) assert.ok(state.roles.has(id));
            assert.equal(new Set(roles).size, roles.length);
          }
          for (const id of state.bans.keys()) assert.ok(!state.members.has(id));
          assert.equal([...state.roles.values()].sort(compareRoles)[0]?.id, GUILD, '@everyone is the lowest');
        });
      }),
      { numRuns: 500 },
    );
  });
});
