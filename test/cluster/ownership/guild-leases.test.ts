import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldElsewhereError } from '#guildhall/api/core/guild-owner.js';
import type { GuildLease } from '#guildhall/cluster/ownership/guild-lease.js';
import { GuildLeases } from '#guildhall/cluster/ownership/guild-leases.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { OwnedEpochs, OwnershipStore, Taken } from '#guildhall/store/cluster.js';
import { StoreError } from '#guildhall/store/errors.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const TIMING = { leaseMs: 3000, renewMs: 1000, marginMs: 300 };

/** Answers as the test says, and records what it is asked. */
class ScriptedOwnership implements OwnershipStore {
  readonly asked: string[] = [];
  taken: (guildId: string) => Taken | Promise<Taken> = () => ({
    kind: 'taken',
    epoch: this.asked.length,
    sequence: 5,
  });
  renewed: () => OwnedEpochs | null | Promise<OwnedEpochs | null> = () => null;

  async renew(_node: string, _leaseMs: number, lists: boolean): Promise<OwnedEpochs | null> {
    this.asked.push(lists ? 'renew and list' : 'renew');
    return this.renewed();
  }

  async take(guildId: string): Promise<Taken> {
    this.asked.push(`take ${guildId}`);
    return this.taken(guildId);
  }

  async release(): Promise<void> {
    this.asked.push('release');
  }
}

function createLeases() {
  const clock = new ManualClock();
  const store = new ScriptedOwnership();
  const lost: GuildLease[] = [];
  const leases = new GuildLeases({
    store,
    node: 'node-1',
    timing: TIMING,
    clock,
    elapsed: () => clock.now(),
    log: silentLogger,
    lost: (lease) => lost.push(lease),
  });
  return { clock, store, lost, leases };
}

async function own(leases: GuildLeases, guildId: string): Promise<GuildLease> {
  const lease = await leases.own(guildId);
  assert.ok(lease !== null);
  return lease;
}

test('a guild is taken once for requests at the same time, and without a promise afterwards', async () => {
  const { leases, store } = createLeases();
  const [first, second] = await Promise.all([leases.own('1'), leases.own('1')]);
  assert.equal(first, second);
  assert.equal(leases.own('1'), first);
  assert.deepEqual(store.asked, ['renew and list', 'take 1']);
});

test('entries are numbered after the newest one that was stored when the guild was taken', async () => {
  const { leases } = createLeases();
  const lease = await own(leases, '1');
  assert.deepEqual([lease.nextSequence(), lease.nextSequence()], [6, 7]);
});

test('one renewal each second keeps all guilds', async () => {
  const { clock, leases, lost, store } = createLeases();
  const first = await own(leases, '1');
  const second = await own(leases, '2');
  await clock.advance(10_000);
  assert.deepEqual([leases.fresh('1'), leases.fresh('2'), lost.length], [first, second, 0]);
  assert.deepEqual(
    store.asked.slice(3),
    Array.from({ length: 10 }, () => 'renew'),
  );
});

test('a lease that cannot begin at the start begins at the next interval', async () => {
  const { clock, leases, store } = createLeases();
  store.renewed = () => Promise.reject(new StoreError('no connection', 'CONNECTION'));
  await leases.renew();
  store.renewed = () => null;
  await clock.advance(1000);
  await own(leases, '1');
  assert.deepEqual(store.asked, ['renew and list', 'renew and list', 'take 1']);
});

test('a guild that others have taken since the lease ended is lost, and one that they have not is kept', async () => {
  const { clock, leases, lost, store } = createLeases();
  const first = await own(leases, '1');
  const second = await own(leases, '2');
  const third = await own(leases, '3');
  store.renewed = () =>
    new Map([
      [first.guildId, first.epoch],
      [third.guildId, third.epoch + 1],
    ]);
  await clock.advance(1000);
  assert.deepEqual(lost, [second, third]);
  assert.deepEqual([first.isLost, second.isLost, third.isLost], [false, true, true]);
  assert.deepEqual([leases.fresh('1'), leases.fresh('2'), leases.fresh('3')], [first, null, null]);
});

test('without renewals nothing is read from memory after the lease, and the next one lists what is left', async () => {
  const { clock, leases, lost, store } = createLeases();
  const lease = await own(leases, '1');
  store.renewed = () => Promise.reject(new StoreError('no connection', 'CONNECTION'));
  await clock.advance(2600);
  assert.equal(leases.fresh('1'), lease);
  await clock.advance(200);
  assert.equal(leases.fresh('1'), null);
  await assert.rejects(async () => leases.own('1'), StoreError);
  assert.deepEqual(lost, []);
  store.renewed = () => new Map([['1', lease.epoch]]);
  assert.equal(await leases.own('1'), lease);
  assert.equal(store.asked.at(-1), 'renew and list');
  await clock.advance(1000);
  assert.equal(store.asked.at(-1), 'renew');
});

test('a guild that is dropped is reported once, and taken again with another epoch', async () => {
  const { leases, lost, store } = createLeases();
  const lease = await own(leases, '1');
  leases.drop(lease);
  leases.drop(lease);
  assert.deepEqual(lost, [lease]);
  const next = await own(leases, '1');
  assert.notEqual(next.epoch, lease.epoch);
  assert.deepEqual(store.asked.slice(1), ['take 1', 'take 1']);
});

test('a guild of another node is refused with its name, and one that does not exist has no lease', async () => {
  const { leases, store } = createLeases();
  store.taken = () => ({ kind: 'held', node: 'node-2', remainingMs: 700 });
  await assert.rejects(
    async () => leases.own('1'),
    (error) => error instanceof HeldElsewhereError && error.node === 'node-2' && error.remainingMs === 700,
  );
  store.taken = () => ({ kind: 'absent' });
  assert.equal(await leases.own('1'), null);
  assert.equal(leases.size, 0);
});

test('stopping loses all guilds and ends the lease after a renewal in progress', async () => {
  const { clock, leases, lost, store } = createLeases();
  const lease = await own(leases, '1');
  const renewal = new Deferred<null>();
  store.renewed = () => renewal.promise;
  await clock.advance(1000);
  const stopped = leases.stop();
  assert.deepEqual(lost, [lease]);
  assert.equal(store.asked.at(-1), 'renew');
  renewal.resolve(null);
  await stopped;
  assert.equal(store.asked.at(-1), 'release');
  await assert.rejects(async () => leases.own('1'), HeldElsewhereError);
  const count = store.asked.length;
  await clock.advance(5000);
  assert.equal(store.asked.length, count);
});

test('stopping ends the lease although a renewal in progress fails', async () => {
  const { clock, leases, store } = createLeases();
  await own(leases, '1');
  const renewal = new Deferred<null>();
  store.renewed = () => renewal.promise;
  await clock.advance(1000);
  const stopped = leases.stop();
  renewal.reject(new StoreError('no connection', 'CONNECTION'));
  await stopped;
  assert.equal(store.asked.at(-1), 'release');
});
