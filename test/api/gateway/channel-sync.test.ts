import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ChannelSync } from '#guildhall/api/gateway/channel-sync.js';
import { sendEvent } from '#guildhall/api/gateway/send-event.js';
import { SessionIndex } from '#guildhall/api/gateway/session-index.js';
import { applyChanges } from '#guildhall/guilds/changes.js';
import type { SharedEvent } from '#guildhall/guilds/events.js';
import type { GuildRole } from '#guildhall/guilds/state.js';
import { visibleChannels } from '#guildhall/guilds/visible-channels.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { channel, GUILD, guild, member, OWNER, role } from '../../guilds/worlds.js';
import { makeSession } from './helpers.js';

const { ADMINISTRATOR, VIEW_CHANNEL } = PERMISSIONS;
const STAFF = '400';
const PEOPLE = ['2', '3', '4'];
const SESSIONS = 250;
const ROLES = Array.from({ length: 100 }, (_, index) => String(1000 + index));

/** Counts how often a role is looked up. */
class CountedRoles extends Map<string, GuildRole> {
  lookUps = 0;

  override get(id: string): GuildRole | undefined {
    this.lookUps += 1;
    return super.get(id);
  }
}

/** A guild whose people have many sessions and all roles, with channels that only the staff may view. */
class Crowd {
  readonly roles = new CountedRoles();
  /** how often the overwrites of a channel were read */
  overwritesRead = 0;
  readonly guild;
  readonly sync: ChannelSync;
  /** what each session received */
  readonly received = new Map<string, string[]>();
  /** changes that wait to be stored */
  readonly settling: (() => void)[] = [];
  readonly #index = new SessionIndex();

  constructor(channels: number) {
    const overwrites = [
      { id: GUILD, type: 'role' as const, allow: 0, deny: VIEW_CHANNEL },
      { id: STAFF, type: 'role' as const, allow: VIEW_CHANNEL, deny: 0 },
    ];
    for (const id of [STAFF, ...ROLES]) this.roles.set(id, role(id));
    this.roles.set(GUILD, role(GUILD, { permissions: VIEW_CHANNEL }));
    const world = guild({
      members: [member(OWNER), ...PEOPLE.map((id) => member(id, [...ROLES]))],
      channels: Array.from({ length: channels }, (_, index) =>
        this.#counted(String(300 + index), overwrites),
      ),
    });
    this.guild = { ...world, roles: this.roles };
    for (const userId of PEOPLE) for (let each = 0; each < SESSIONS; each += 1) this.#connect(userId, each);
    this.sync = new ChannelSync(
      this.#index,
      { get: async () => this.guild },
      { settled: async (listener) => void (listener?.committed && this.settling.push(listener.committed)) },
      silentLogger,
    );
  }

  #counted(id: string, overwrites: ReturnType<typeof channel>['permissionOverwrites']) {
    const read = () => {
      this.overwritesRead += 1;
      return overwrites;
    };
    return Object.defineProperty(channel(id), 'permissionOverwrites', { get: read });
  }

  #connect(userId: string, number: number): void {
    const id = `${userId}-${number}`;
    const received: string[] = [];
    this.received.set(id, received);
    const session = makeSession(userId, id, (name) => received.push(name));
    session.joinedEarly = null;
    this.#index.add(session);
    const own = this.guild.members.get(userId) ?? assert.fail('no member');
    this.#index.subscribe(session, GUILD, visibleChannels(this.guild, own));
  }

  /** All events of a change are sent. */
  send(events: readonly SharedEvent[]): void {
    for (const event of events) {
      sendEvent(this.guild, this.#index, event);
      this.sync.follow(this.guild, event);
    }
  }

  /** All of the sessions are compared, and what waited is stored. @returns how many changes waited */
  async settle(): Promise<number> {
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    const settling = this.settling.splice(0);
    for (const committed of settling) committed();
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    return settling.length;
  }
}

test('roles of a member are looked up once for a change, with any number of events and sessions', async () => {
  const crowd = new Crowd(1);
  applyChanges(crowd.guild, [{ kind: 'role', role: role(ROLES[0] ?? '', { position: 3 }) }]);
  crowd.roles.lookUps = 0;
  crowd.send(ROLES.map((id) => ({ type: 'roleUpdated', role: role(id) })));
  assert.equal(await crowd.settle(), 0);
  assert.ok(crowd.roles.lookUps <= PEOPLE.length * (ROLES.length + 1), `${crowd.roles.lookUps} look-ups`);
});

test('members with the same roles share who may view a channel that was updated', async () => {
  const crowd = new Crowd(20);
  const channels = [...crowd.guild.channels.values()];
  applyChanges(crowd.guild, [{ kind: 'role', role: role(ROLES[0] ?? '', { position: 3 }) }]);
  crowd.overwritesRead = 0;
  crowd.send(channels.map((each) => ({ type: 'channelUpdated', channel: channel(each.id) })));
  // Once to find who has an overwrite, and once for all people together.
  assert.ok(crowd.overwritesRead <= 2 * channels.length, `${crowd.overwritesRead} reads`);
});

test('a change for many sessions is compared and shown in turns, and each session receives all of it in order', async () => {
  const crowd = new Crowd(2);
  const admin = role(ROLES[0] ?? '', { permissions: ADMINISTRATOR });
  applyChanges(crowd.guild, [{ kind: 'role', role: admin }]);
  crowd.send([{ type: 'roleUpdated', role: admin }]);
  const turns = await crowd.settle();
  assert.ok(turns > 1 && turns < SESSIONS, `${turns} changes`);
  const expected = ['GUILD_ROLE_UPDATE', 'CHANNEL_CREATE', 'CHANNEL_CREATE'];
  for (const [id, received] of crowd.received) assert.deepEqual(received, expected, id);
});
