import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deferred } from '#guildhall/platform/async/promises.js';
import type { Application } from '#guildhall/protocol/objects/application.js';
import { ApplicationLookups } from '#guildhall/rpc/applications/application-lookups.js';
import { ManualClock, settle } from '../hardware/support/manual-clock.js';
import { APPLICATION, ORIGIN } from '../helpers/mock-rpc.js';
import { MockChatClient } from '../mocks/mock-client.js';

const { id } = APPLICATION;
const CHANGED = 'OAUTH2_APPLICATIONS_UPDATE';

/** Lookups at a service that reports changes; each takes as long as the test says. */
class Fixture {
  readonly clock = new ManualClock();
  readonly client = new MockChatClient();
  readonly lookups: ApplicationLookups;
  /** the ids that the service was asked about */
  readonly asked: string[] = [];
  /** what the service answers next, by default what is registered */
  answer: Promise<Application | null> | null = null;

  constructor() {
    this.client.reportsApplicationChanges = true;
    this.client.applications.set(id, APPLICATION);
    this.client.application = async (asked) => {
      this.asked.push(asked);
      return this.answer ?? this.client.applications.get(asked) ?? null;
    };
    this.lookups = new ApplicationLookups(this.client, this.clock);
  }

  async lookUp(asked: string = id, origin: string | null = ORIGIN): Promise<Application | null> {
    const found = this.lookups.lookUp(asked, origin);
    await this.clock.advance(10);
    return found;
  }

  register(applicationId: string): void {
    this.client.applications.set(applicationId, { ...APPLICATION, id: applicationId });
  }
}

test('an application is cached after its first lookup', async () => {
  const fixture = new Fixture();
  assert.equal(fixture.lookups.find(id), undefined);
  assert.deepEqual(await fixture.lookUp(), APPLICATION);
  assert.deepEqual(fixture.lookups.find(id), APPLICATION);
});

test('nothing is cached while the service does not report changes', async () => {
  const fixture = new Fixture();
  fixture.client.reportsApplicationChanges = false;
  assert.deepEqual(await fixture.lookUp(), APPLICATION);
  assert.equal(fixture.lookups.find(id), undefined);
  fixture.client.reportsApplicationChanges = true;
  assert.equal(fixture.lookups.find(id), undefined);
});

test('a cached application is not used while the connection to the service is lost', async () => {
  const fixture = new Fixture();
  await fixture.lookUp();
  fixture.client.reportsApplicationChanges = false;
  assert.equal(fixture.lookups.find(id), undefined);
});

test('a change at the service makes the next connection ask it', async () => {
  const fixture = new Fixture();
  await fixture.lookUp();
  fixture.client.dispatch(CHANGED, {});
  assert.equal(fixture.lookups.find(id), undefined);
});

test('a lookup that began before a change is neither cached nor shared with later connections', async () => {
  const fixture = new Fixture();
  const slow = new Deferred<Application | null>();
  fixture.answer = slow.promise;
  const before = fixture.lookUp();
  await settle();
  fixture.client.dispatch(CHANGED, {});
  fixture.answer = null;
  const after = fixture.lookUp();
  slow.resolve({ ...APPLICATION, name: 'Old' });
  await fixture.clock.advance(20);
  assert.equal((await before)?.name, 'Old');
  assert.equal((await after)?.name, 'Game');
  assert.equal(fixture.lookups.find(id)?.name, 'Game');
});

test('an application is cached for a minute', async () => {
  const fixture = new Fixture();
  await fixture.lookUp();
  await fixture.clock.advance(59_980);
  assert.notEqual(fixture.lookups.find(id), undefined);
  await fixture.clock.advance(20);
  assert.equal(fixture.lookups.find(id), undefined);
});

test('unknown client ids are not cached and displace nothing', async () => {
  const fixture = new Fixture();
  await fixture.lookUp();
  for (let unknown = 1_000; unknown < 1_300; unknown += 1) {
    assert.equal(await fixture.lookUp(String(unknown)), null);
  }
  assert.deepEqual(fixture.lookups.find(id), APPLICATION);
  await fixture.lookUp('1000');
  assert.equal(fixture.asked.filter((asked) => asked === '1000').length, 2);
});

test('the number of cached applications is limited', async () => {
  const fixture = new Fixture();
  for (let other = 1_000; other <= 1_256; other += 1) {
    fixture.register(String(other));
    await fixture.lookUp(String(other));
  }
  assert.equal(fixture.lookups.find('1000'), undefined);
  assert.notEqual(fixture.lookups.find('1001'), undefined);
});

test('connections of one application that arrive together share a lookup', async () => {
  const fixture = new Fixture();
  const all = Promise.all(Array.from({ length: 50 }, () => fixture.lookups.lookUp(id, ORIGIN)));
  await fixture.clock.advance(10);
  assert.deepEqual(new Set(await all), new Set([APPLICATION]));
  assert.deepEqual(fixture.asked, [id]);
});

test('programs without an Origin share a turn, which ends with the answer', async () => {
  const fixture = new Fixture();
  const slow = new Deferred<Application | null>();
  fixture.answer = slow.promise;
  const both = Promise.all([fixture.lookups.lookUp(id, null), fixture.lookups.lookUp('7', null)]);
  await settle();
  assert.deepEqual(fixture.asked, [id]);
  slow.resolve(null);
  assert.deepEqual(await both, [null, null]);
});

test('one origin makes the daemon ask the service at most once in 10 ms, and delays no other origin', async () => {
  const fixture = new Fixture();
  for (let unknown = 1_000; unknown < 1_500; unknown += 1) {
    void fixture.lookups.lookUp(String(unknown), 'https://evil.example');
  }
  await fixture.clock.advance(5);
  const other = fixture.lookups.lookUp(id, ORIGIN);
  await fixture.clock.advance(10);
  assert.deepEqual(await other, APPLICATION);
  await fixture.clock.advance(85);
  assert.equal(fixture.asked.filter((asked) => asked !== id).length, 11);
});

test('at most eight lookups run at the same time', async () => {
  const fixture = new Fixture();
  for (let page = 0; page < 100; page += 1) void fixture.lookups.lookUp(id, `https://${page}.example`);
  await settle();
  assert.equal(fixture.asked.length, 8);
  await fixture.clock.advance(200);
  assert.equal(fixture.asked.length, 100);
});
