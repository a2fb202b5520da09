import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type DecidedGuild, DecidedGuilds } from '#guildhall/api/guilds/decided-guilds.js';
import { applyChanges, type GuildChange } from '#guildhall/guilds/changes.js';
import type { GuildAsDecided, GuildState } from '#guildhall/guilds/state.js';
import { channel, GUILD, guild, member, role } from '../../guilds/worlds.js';

const DENIED = [{ id: GUILD, type: 'role' as const, allow: 0, deny: 0x400 }];

/** A guild whose changes are decided and wait. */
class ChangedGuild {
  readonly state: GuildState = guild({
    members: [member('1'), member('2', ['9'])],
    roles: [role(GUILD), role('9')],
    channels: [channel('5')],
  });
  readonly decided = new DecidedGuilds();

  change(...changes: GuildChange[]): DecidedGuild {
    this.decided.changing(this.state, changes);
    applyChanges(this.state, changes);
    return this.decided.decided(this.state);
  }

  message(): DecidedGuild {
    return this.change({ kind: 'last-message', channelId: '5', messageId: '50' });
  }

  giveRoles(userId: string, ...roles: string[]): DecidedGuild {
    return this.change({ kind: 'member', member: member(userId, roles) });
  }
}

const rolesOf = ({ members }: GuildAsDecided, userId: string) => members.get(userId)?.roles;

describe('A guild as it was when a change was decided', () => {
  test('is the guild itself until who may view its channels changes', () => {
    const changed = new ChangedGuild();
    const first = changed.message();
    assert.equal(first.guild, changed.state);
    changed.change({
      kind: 'member',
      member: { ...member('1', changed.state.members.get('1')?.roles), nick: 'Ada' },
    });
    changed.giveRoles('2');
    assert.notEqual(first.guild, changed.state);
  });

  test('has the members, roles, channels and owner of then', () => {
    const changed = new ChangedGuild();
    const first = changed.message();
    const second = changed.giveRoles('2', '9', '8');
    const third = changed.change({
      kind: 'channel',
      channel: channel('5', { permissionOverwrites: DENIED }),
    });
    const fourth = changed.change({ kind: 'role', role: role('9', { permissions: 8 }) });
    const fifth = changed.change({ kind: 'member-removed', userId: '2' });
    const last = changed.change({
      kind: 'settings',
      settings: { ...changed.state.settings, ownerId: '1234' },
    });
    const seen = [first, second, third, fourth, fifth, last].map(({ guild: then }) => [
      rolesOf(then, '2'),
      then.channels.get('5')?.permissionOverwrites.length,
      then.roles.get('9')?.permissions,
      then.settings.ownerId === '1234',
    ]);
    assert.deepEqual(seen, [
      [['9'], 0, 0, false],
      [['9', '8'], 0, 0, false],
      [['9', '8'], 1, 0, false],
      [['9', '8'], 1, 8, false],
      [undefined, 1, 8, false],
      [undefined, 1, 8, true],
    ]);
  });

  test('shares what has not changed with those of other times', () => {
    const changed = new ChangedGuild();
    const [first, second, third] = [changed.message(), changed.giveRoles('1', '9'), changed.giveRoles('1')];
    changed.change({ kind: 'channel', channel: channel('5', { permissionOverwrites: DENIED }) });
    changed.giveRoles('1', '9');
    assert.equal(first.guild.channels, second.guild.channels);
    assert.equal(first.guild.roles, third.guild.roles);
    assert.notEqual(third.guild.channels, changed.state.channels);
    assert.equal(third.guild.channels.get('5')?.permissionOverwrites.length, 0);
  });

  test('finds a member among any number of later changes', () => {
    const changed = new ChangedGuild();
    const first = changed.message();
    for (let count = 0; count < 20_000; count += 1) changed.giveRoles(count % 2 === 0 ? '1' : '2');
    assert.deepEqual(rolesOf(first.guild, '2'), ['9']);
  });

  test('is kept by nothing when its change has ended, and keeps none of later ones', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const changed = new ChangedGuild();
    const later: WeakRef<object>[] = [];
    let waiting = changed.message();
    const kept = waiting;
    for (let count = 0; count < 50; count += 1) {
      const next = changed.giveRoles('2', String(count));
      later.push(new WeakRef(waiting.guild));
      waiting.end();
      waiting = next;
    }
    waiting.end();
    const { guild: first } = kept;
    await setImmediate();
    collect();
    assert.equal(later.filter((copy) => copy.deref() !== undefined).length, 1);
    assert.notEqual(first, changed.state);
  });
});
