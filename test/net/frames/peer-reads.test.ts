import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { PeerReads } from '#guildhall/net/frames/peer-reads.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';

/** A peer that has left some bytes unread, and how often it was looked at. */
class Fixture {
  readonly clock = new ManualClock();
  readonly unread = new Map<Socket, number | null>();
  readonly reads = new PeerReads((connection) => {
    this.looks += 1;
    return this.unread.get(connection) ?? null;
  }, this.clock);
  looks = 0;

  /** Waits for a peer. @returns the connection, and whether the wait has ended */
  wait(unread: number | null): { connection: Socket; isOver: boolean } {
    const waiting = { connection: new Socket(), isOver: false };
    this.unread.set(waiting.connection, unread);
    void this.reads.untilRead(waiting.connection).then(() => {
      waiting.isOver = true;
    });
    return waiting;
  }
}

test('the wait ends immediately for a peer that has read everything', async () => {
  const fixture = new Fixture();
  const waiting = fixture.wait(0);
  await settle();
  await settle();
  assert.equal(waiting.isOver, true);
  assert.equal(fixture.clock.timers, 0);
});

test('the wait lasts until the peer has read everything', async () => {
  const fixture = new Fixture();
  const waiting = fixture.wait(129);
  await fixture.clock.advance(200);
  assert.equal(waiting.isOver, false);
  fixture.unread.set(waiting.connection, 0);
  await fixture.clock.advance(25);
  assert.equal(waiting.isOver, true);
});

test('the wait for a peer that reads nothing lasts at most a second, with few polls', async () => {
  const fixture = new Fixture();
  const waiting = fixture.wait(129);
  await fixture.clock.advance(900);
  assert.equal(waiting.isOver, false);
  await fixture.clock.advance(200);
  assert.equal(waiting.isOver, true);
  assert.ok(fixture.looks <= 45, `${fixture.looks} looks`);
  assert.equal(fixture.clock.timers, 0);
});

test('a peer that reads nothing does not delay others', async () => {
  const fixture = new Fixture();
  fixture.wait(129);
  await fixture.clock.advance(500);
  const other = fixture.wait(0);
  await fixture.clock.advance(1);
  assert.equal(other.isOver, true);
});

test('the wait lasts 10 ms if unread bytes cannot be determined', async () => {
  const fixture = new Fixture();
  const waiting = fixture.wait(null);
  await fixture.clock.advance(9);
  assert.equal(waiting.isOver, false);
  await fixture.clock.advance(1);
  assert.equal(waiting.isOver, true);
  assert.equal(fixture.looks, 1);
});
