import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  channelPermissions,
  guildPermissions,
  requireChannelPermission,
  requireGuildPermission,
} from '#guildhall/guilds/permissions.js';
import { Refusal } from '#guildhall/guilds/refusal.js';
import { viewersOf, visibleChannels } from '#guildhall/guilds/visible-channels.js';
import type { Overwrite } from '#guildhall/protocol/objects/channel.js';
import { ALL_PERMISSIONS, PERMISSIONS, type PermissionName } from '#guildhall/protocol/permissions.js';
import { fc } from '../helpers/fast-check.js';
import { actor, channel, GUILD, guild, member, OWNER, role } from './worlds.js';

const NAMES = Object.keys(PERMISSIONS) as PermissionName[];

type Granted = ReadonlySet<PermissionName>;

interface Case {
  everyone: PermissionName[];
  roles: PermissionName[][];
  held: number[];
  overwrites: { target: number; allow: PermissionName[]; deny: PermissionName[] }[];
  owner: boolean;
}

/**
 * The permissions as the text of the interface tells them, one name at a time and without bit arithmetic: an
 * independent model to hold the real computation against.
 */
function modelInGuild({ everyone, roles, held, owner }: Case): Granted {
  if (owner) return new Set(NAMES);
  const granted = new Set([...everyone, ...held.flatMap((index) => roles[index] ?? [])]);
  return granted.has('ADMINISTRATOR') ? new Set(NAMES) : granted;
}

function modelInChannel(world: Case): Granted {
  const base = modelInGuild(world);
  if (base.has('ADMINISTRATOR')) return new Set(NAMES);
  const { held, overwrites } = world;
  const layers = [
    overwrites.filter(({ target }) => target === EVERYONE),
    overwrites.filter(({ target }) => held.includes(target)),
    overwrites.filter(({ target }) => target === MEMBER),
  ];
  const may = (name: PermissionName): boolean => {
    let allowed = base.has(name);
    for (const layer of layers) {
      if (layer.some(({ deny }) => deny.includes(name))) allowed = false;
      if (layer.some(({ allow }) => allow.includes(name))) allowed = true;
    }
    return allowed;
  };
  if (!may('VIEW_CHANNEL')) return new Set();
  const silenced: PermissionName[] = ['MENTION_EVERYONE', 'SEND_TTS_MESSAGES', 'ATTACH_FILES', 'EMBED_LINKS'];
  return new Set(NAMES.filter((name) => may(name) && (may('SEND_MESSAGES') || !silenced.includes(name))));
}

const EVERYONE = -1;
const MEMBER = -2;
const SOMEBODY_ELSE = -3;
const ROLES = 4;

const names = fc.subarray(NAMES);
// Mostly without ADMINISTRATOR, which would make every other question trivial.
const fewer = fc.subarray(NAMES.filter((name) => name !== 'ADMINISTRATOR'));
const cases: fc.Arbitrary<Case> = fc.record({
  everyone: fewer,
  roles: fc.array(fc.oneof({ weight: 9, arbitrary: fewer }, { weight: 1, arbitrary: names }), {
    minLength: ROLES,
    maxLength: ROLES,
  }),
  held: fc.subarray([0, 1, 2, 3]),
  overwrites: fc.uniqueArray(
    fc.record({
      target: fc.constantFrom(EVERYONE, MEMBER, SOMEBODY_ELSE, 0, 1, 2, 3),
      allow: fewer,
      deny: fewer,
    }),
    { selector: ({ target }) => target, maxLength: 7 },
  ),
  owner: fc.nat(9).map((number) => number === 0),
});

const bits = (granted: Iterable<PermissionName>): number =>
  [...granted].reduce((sum, name) => sum | PERMISSIONS[name], 0);
const roleId = (index: number): string => String(200 + index);

function realOf(world: Case) {
  const userId = world.owner ? OWNER : '7';
  const own = member(userId, world.held.map(roleId));
  const room = channel('300', {
    permissionOverwrites: world.overwrites.map(({ target, allow, deny }): Overwrite => {
      const bit = { allow: bits(allow), deny: bits(deny) };
      if (target === MEMBER) return { id: userId, type: 'member', ...bit };
      if (target === SOMEBODY_ELSE) return { id: '8', type: 'member', ...bit };
      return { id: target === EVERYONE ? GUILD : roleId(target), type: 'role', ...bit };
    }),
  });
  const roles = [
    role(GUILD, { permissions: bits(world.everyone) }),
    ...world.roles.map((granted, index) => role(roleId(index), { permissions: bits(granted) })),
  ];
  return { state: guild({ roles, members: [own], channels: [room] }), own, room };
}

describe('The computation of permissions', () => {
  test('in a guild agrees with a naive model', () => {
    fc.assert(
      fc.property(cases, (world) => {
        const { state, own } = realOf(world);
        assert.equal(guildPermissions(state, own), bits(modelInGuild(world)));
      }),
      { numRuns: 500 },
    );
  });

  test('in a channel agrees with a naive model', () => {
    fc.assert(
      fc.property(cases, (world) => {
        const { state, own, room } = realOf(world);
        assert.equal(channelPermissions(state, own, room), bits(modelInChannel(world)));
      }),
      { numRuns: 2000 },
    );
  });

  test('decides the same for the channels that a member may view', () => {
    fc.assert(
      fc.property(cases, (world) => {
        const { state, own, room } = realOf(world);
        const mayView = modelInChannel(world).has('VIEW_CHANNEL');
        assert.equal(viewersOf(state, room.id)(own.userId), mayView);
        assert.equal(visibleChannels(state, own).has(room.id), mayView);
      }),
      { numRuns: 500 },
    );
  });

  test('knows all bits of the interface and no others', () => {
    assert.equal(bits(NAMES), ALL_PERMISSIONS);
  });
});

describe('Asking for a permission', () => {
  const room = channel('300', {
    permissionOverwrites: [{ id: GUILD, type: 'role', allow: 0, deny: PERMISSIONS.VIEW_CHANNEL }],
  });
  const everyone = role(GUILD, { permissions: PERMISSIONS.VIEW_CHANNEL | PERMISSIONS.MANAGE_CHANNELS });
  const state = guild({ roles: [everyone], members: [member(OWNER), member('7')], channels: [room] });
  const refuses = (error: string, ask: () => unknown) =>
    assert.throws(ask, (thrown: unknown) => thrown instanceof Refusal && thrown.error === error);

  test('distinguishes users who are not members from members without the permission', () => {
    refuses('MISSING_ACCESS', () => requireGuildPermission(state, actor('9'), 'MANAGE_CHANNELS'));
    refuses('MISSING_PERMISSIONS', () => requireGuildPermission(state, actor('7'), 'MANAGE_GUILD'));
    assert.equal(requireGuildPermission(state, actor('7'), 'MANAGE_CHANNELS').userId, '7');
  });

  test('hides a channel that one does not see, whatever one asks for', () => {
    refuses('MISSING_ACCESS', () => requireChannelPermission(state, actor('7'), room, 'MANAGE_CHANNELS'));
    assert.equal(requireChannelPermission(state, actor(OWNER), room, 'SEND_MESSAGES').userId, OWNER);
  });

  test('wants two-factor for the strong permissions where the guild does', () => {
    const strict = guild({ roles: [everyone], members: [member(OWNER), member('7')] }, { mfaLevel: 1 });
    for (const userId of ['7', OWNER]) {
      refuses('TWO_FACTOR_REQUIRED', () => requireGuildPermission(strict, actor(userId), 'MANAGE_CHANNELS'));
      requireGuildPermission(strict, actor(userId, { mfaEnabled: true }), 'MANAGE_CHANNELS');
      requireGuildPermission(strict, actor(userId), 'VIEW_CHANNEL');
    }
  });
});
