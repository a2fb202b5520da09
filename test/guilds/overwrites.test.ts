import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Decision } from '#guildhall/guilds/events.js';
import { Refusal } from '#guildhall/guilds/refusal.js';
import {
  createChannel,
  deleteOverwrite,
  modifyChannel,
  putOverwrite,
} from '#guildhall/guilds/rules/channels.js';
import { AUDIT_LOG_ACTIONS } from '#guildhall/protocol/objects/audit-log.js';
import type { Overwrite } from '#guildhall/protocol/objects/channel.js';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { actor, channel, decide, GUILD, guild, member, OWNER, role } from './worlds.js';

const { VIEW_CHANNEL, MANAGE_CHANNELS, MANAGE_ROLES, SEND_MESSAGES, READ_MESSAGE_HISTORY } = PERMISSIONS;
const MODS = '200';
const MOD = '7';
const FORMER = '9';
const TARGETS = 'permissionOverwrites';

const forRole = (id: string, deny: number): Overwrite => ({ id, type: 'role', allow: 0, deny });
const forMember = (id: string, deny: number): Overwrite => ({ id, type: 'member', allow: 0, deny });

function roomWith(...permissionOverwrites: Overwrite[]) {
  const room = channel('300', { permissionOverwrites });
  const everyone = role(GUILD, { permissions: VIEW_CHANNEL | SEND_MESSAGES | READ_MESSAGE_HISTORY });
  const mods = role(MODS, { name: 'Mods', permissions: MANAGE_CHANNELS | MANAGE_ROLES });
  const state = guild({
    roles: [everyone, mods],
    members: [member(OWNER), member(MOD, [MODS])],
    channels: [room],
  });
  return (userId: string) => ({ guild: state, channel: room, actor: actor(userId) });
}

const modify = (place: ReturnType<ReturnType<typeof roomWith>>, permissionOverwrites: Overwrite[]) =>
  decide(modifyChannel, place, { permissionOverwrites });

const refusesField = (index: number, act: () => unknown) =>
  assert.throws(act, ({ error, fields }: Refusal) => {
    assert.deepEqual([error, fields[0]?.path], ['INVALID_FORM_BODY', [TARGETS, String(index), 'id']]);
    return true;
  });
const refuses = (error: string, act: () => unknown) =>
  assert.throws(act, (thrown: unknown) => thrown instanceof Refusal && thrown.error === error);

/** The audited actions on overwrites, with the targets and the denied permissions before and after. */
const audited = ({ audit = [] }: Decision<unknown>) =>
  audit.map(({ action, options, changes = [] }) => {
    const deny = changes.find(({ field }) => field === 'deny');
    return [action, options?.type, options?.id, options?.roleName, deny?.before, deny?.after];
  });

describe('The type of an overwrite', () => {
  const locked = roomWith(forRole(GUILD, SEND_MESSAGES), forRole(MODS, SEND_MESSAGES | READ_MESSAGE_HISTORY));

  test('must be that of its target, also if the channel has an overwrite with the id', () => {
    for (const userId of [MOD, OWNER]) {
      refusesField(0, () => modify(locked(userId), [forMember(GUILD, SEND_MESSAGES)]));
      refusesField(1, () => modify(locked(userId), [forRole(GUILD, SEND_MESSAGES), forMember(MODS, 0)]));
    }
    refusesField(0, () => modify(roomWith(forMember(MOD, 0))(OWNER), [forRole(MOD, 0)]));
    refuses('UNKNOWN_MEMBER', () => decide(putOverwrite, locked(OWNER), forMember(MODS, SEND_MESSAGES)));
    refuses('UNKNOWN_ROLE', () => decide(putOverwrite, locked(OWNER), forRole(MOD, SEND_MESSAGES)));
    refusesField(0, () =>
      decide(createChannel, locked(OWNER), { name: 'new', permissionOverwrites: [forMember(MODS, 0)] }),
    );
  });

  test('may stay that of a former member, but not become another', () => {
    const former = roomWith(forMember(FORMER, SEND_MESSAGES));
    const { result } = modify(former(OWNER), [forMember(FORMER, SEND_MESSAGES), forRole(MODS, 0)]);
    assert.equal(result.permissionOverwrites.length, 2);
    refusesField(0, () => modify(former(OWNER), [forRole(FORMER, SEND_MESSAGES)]));
  });

  // Overwrites whose type does not fit their target may have been stored by earlier versions.
  describe('that does not fit the target', () => {
    const stored = roomWith(forMember(MODS, SEND_MESSAGES));

    test('is changed only with the permissions that the overwrite then denies', () => {
      const withSend = roomWith(forMember(MODS, SEND_MESSAGES), forRole(GUILD, 0));
      const fixed = [forRole(MODS, SEND_MESSAGES), forRole(GUILD, 0)];
      assert.deepEqual(modify(withSend(MOD), fixed).result.permissionOverwrites, fixed);
      const silenced = roomWith(forMember(MODS, SEND_MESSAGES), forMember(MOD, SEND_MESSAGES));
      const changed = [forRole(MODS, SEND_MESSAGES), forMember(MOD, SEND_MESSAGES)];
      refuses('MISSING_PERMISSIONS', () => modify(silenced(MOD), changed));
      refuses('MISSING_PERMISSIONS', () => decide(putOverwrite, silenced(MOD), forRole(MODS, SEND_MESSAGES)));
    });

    test('is audited as a deletion and a creation when it changes', () => {
      const expected = [
        [AUDIT_LOG_ACTIONS.CHANNEL_OVERWRITE_DELETE, 'member', MODS, undefined, SEND_MESSAGES, undefined],
        [AUDIT_LOG_ACTIONS.CHANNEL_OVERWRITE_CREATE, 'role', MODS, 'Mods', undefined, SEND_MESSAGES],
      ];
      const fixed = forRole(MODS, SEND_MESSAGES);
      assert.deepEqual(audited(modify(stored(OWNER), [fixed])), expected);
      assert.deepEqual(audited(decide(putOverwrite, stored(OWNER), fixed)), expected);
    });

    test('does not keep the overwrite from being deleted', () => {
      const { changes } = decide(deleteOverwrite, stored(OWNER), MODS);
      assert.deepEqual(changes, [{ kind: 'channel', channel: channel('300') }]);
    });
  });
});
