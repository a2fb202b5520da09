import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SharedPresences } from '#guildhall/api/cluster/shared-presences.js';
import type { SessionStatus } from '#guildhall/api/gateway/session.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const ONLINE: SessionStatus = { status: 'online', game: { name: 'Chess', type: 0 } };
const IDLE: SessionStatus = { status: 'idle', game: null };
const INVISIBLE: SessionStatus = { status: 'offline', game: null };

/** Messages reach all subscribers at once, unless they are lost. */
class TestBus {
  readonly #subscribers = new Set<(text: string) => void>();
  isLossy = false;

  publish(_subject: string, text: string): void {
    if (!this.isLossy) for (const receive of this.#subscribers) receive(text);
  }

  subscribe(_subject: string, receive: (text: string) => void): () => void {
    this.#subscribers.add(receive);
    return () => this.#subscribers.delete(receive);
  }
}

class Nodes {
  readonly bus = new TestBus();
  readonly clock = new ManualClock();
  /** what node b was called with */
  readonly heard: [string, readonly string[] | null][] = [];
  readonly a = this.start('a');
  readonly b = this.start('b');

  constructor() {
    this.b.listen((userId, guildIds) => this.heard.push([userId, guildIds]));
  }

  start(node: string): SharedPresences {
    return new SharedPresences({ bus: this.bus, node, clock: this.clock });
  }
}

describe('Presences of users on several nodes', () => {
  test('a change reaches the other nodes with the guilds of the user', () => {
    const { a, b, heard } = new Nodes();
    a.publish('1', ONLINE, ['10', '11']);
    assert.deepEqual(b.statusOf('1'), ONLINE);
    assert.equal(a.statusOf('1'), null);
    a.publish('1', null, ['10']);
    assert.equal(b.statusOf('1'), null);
    assert.deepEqual(heard, [
      ['1', ['10', '11']],
      ['1', ['10']],
    ]);
  });

  test('a node that starts later gets all presences', async () => {
    const nodes = new Nodes();
    for (let user = 1; user <= 450; user += 1) nodes.a.publish(String(user), IDLE, []);
    await nodes.clock.advance(1000);
    const late = nodes.start('late');
    assert.deepEqual(late.statusOf('1'), IDLE);
    assert.deepEqual(late.statusOf('450'), IDLE);
  });

  test('a change for more guilds than fit into a message is sent in several', () => {
    const { a, heard } = new Nodes();
    const guildIds = Array.from({ length: 25_000 }, (_, index) => String(index));
    a.publish('1', ONLINE, guildIds);
    a.publish('2', IDLE, []);
    assert.deepEqual(
      heard.flatMap(([userId, ids]) => (userId === '1' ? ids : [])),
      guildIds,
    );
    assert.deepEqual(heard.at(-1), ['2', []]);
  });

  test('lost changes are found by the number of the newest one', async () => {
    const { a, b, bus, clock } = new Nodes();
    a.publish('1', ONLINE, []);
    bus.isLossy = true;
    a.publish('1', null, []);
    a.publish('2', IDLE, []);
    bus.isLossy = false;
    assert.deepEqual(b.statusOf('1'), ONLINE);
    await clock.advance(2000);
    assert.equal(b.statusOf('1'), null);
    assert.deepEqual(b.statusOf('2'), IDLE);
  });

  test('presences of a node that has ended are forgotten', () => {
    const { a, b, heard } = new Nodes();
    a.publish('1', ONLINE, ['10']);
    b.forget((node) => node === 'c');
    assert.deepEqual(b.statusOf('1'), ONLINE);
    b.forget((node) => node === 'a');
    assert.equal(b.statusOf('1'), null);
    assert.deepEqual(heard.at(-1), ['1', null]);
  });

  test('a user who is visible on one node is not offline because of another', () => {
    const nodes = new Nodes();
    nodes.a.publish('1', INVISIBLE, []);
    nodes.start('c').publish('1', IDLE, []);
    assert.deepEqual(nodes.b.statusOf('1'), IDLE);
    nodes.start('d').publish('1', ONLINE, []);
    assert.deepEqual(nodes.b.statusOf('1'), IDLE);
  });

  test('messages that are none are ignored', () => {
    const { a, b, bus } = new Nodes();
    a.publish('1', ONLINE, []);
    for (const text of [
      '',
      '{}',
      '{"kind":"changed","node":"a"}',
      '{"kind":"newest","node":"a","number":-1}',
    ]) {
      bus.publish('presences', text);
    }
    assert.deepEqual(b.statusOf('1'), ONLINE);
  });
});
