import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SessionStatus } from '#guildhall/api/gateway/session-options.js';
import { SharedPresences } from '#guildhall/cluster/presences/shared-presences.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const ONLINE: SessionStatus = { status: 'online', game: { name: 'Chess', type: 0 } };
const IDLE: SessionStatus = { status: 'idle', game: null };
const INVISIBLE: SessionStatus = { status: 'offline', game: null };

/** Messages reach all subscribers at once, unless they are lost. */
class TestBus {
  readonly #subscribers = new Set<(text: string) => void>();
  isLossy = false;
  connections = 1;

  get isConnected(): boolean {
    return !this.isLossy;
  }

  publish(_subject: string, text: string): void {
    if (!this.isLossy) for (const receive of this.#subscribers) receive(text);
  }

  /** The bus of a node that messages of a kind do not reach. */
  without(kind: string): Pick<TestBus, 'connections' | 'isConnected' | 'publish' | 'subscribe'> {
    return {
      connections: 1,
      isConnected: true,
      publish: (subject, text) => this.publish(subject, text),
      subscribe: (subject, receive) =>
        this.subscribe(subject, (text) => text.includes(`"kind":"${kind}"`) || receive(text)),
    };
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
    this.b.listen({
      changed: (userId, guildIds) => this.heard.push([userId, guildIds]),
      manyChanged: (userIds) => this.heard.push(...[...userIds].map((id) => [id, null] as [string, null])),
    });
  }

  start(node: string): SharedPresences {
    return new SharedPresences({ bus: this.bus, node, clock: this.clock });
  }
}

describe('Presences of users on several nodes', () => {
  test('a change reaches the other nodes with the guilds of the user', () => {
    const { a, b, heard } = new Nodes();
    a.publish('1', ONLINE, ['10', '11']);
    assert.deepEqual(b.statusOf('1', null), ONLINE);
    assert.equal(a.statusOf('1', null), null);
    a.publish('1', null, ['10']);
    assert.equal(b.statusOf('1', null), null);
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
    assert.deepEqual(late.statusOf('1', null), IDLE);
    assert.deepEqual(late.statusOf('450', null), IDLE);
  });

  test('a change for more guilds than fit into a message is sent for all guilds', () => {
    const { a, b, heard } = new Nodes();
    const guildIds = Array.from({ length: 25_000 }, (_, index) => String(index));
    a.publish('1', ONLINE, guildIds);
    a.publish('2', IDLE, []);
    assert.deepEqual(heard, [
      ['1', null],
      ['2', []],
    ]);
    assert.deepEqual(b.statusOf('1', null), ONLINE);
  });

  test('lost changes are found by the number of the newest one', async () => {
    const { a, b, bus, clock } = new Nodes();
    a.publish('1', ONLINE, []);
    bus.isLossy = true;
    a.publish('1', null, []);
    a.publish('2', IDLE, []);
    bus.isLossy = false;
    assert.deepEqual(b.statusOf('1', null), ONLINE);
    await clock.advance(2000);
    assert.equal(b.statusOf('1', null), null);
    assert.deepEqual(b.statusOf('2', null), IDLE);
  });

  test('presences of a node that has ended are forgotten', () => {
    const { a, b, heard } = new Nodes();
    a.publish('1', ONLINE, ['10']);
    b.forget((node) => node === 'c');
    assert.deepEqual(b.statusOf('1', null), ONLINE);
    b.forget((node) => node === 'a');
    assert.equal(b.statusOf('1', null), null);
    assert.deepEqual(heard.at(-1), ['1', null]);
  });

  test('a user who is visible on one node is not offline because of another', () => {
    const nodes = new Nodes();
    nodes.a.publish('1', INVISIBLE, []);
    nodes.start('c').publish('1', IDLE, []);
    assert.deepEqual(nodes.b.statusOf('1', null), IDLE);
    nodes.start('d').publish('1', { ...ONLINE, game: null }, []);
    assert.deepEqual(nodes.b.statusOf('1', null), IDLE);
  });

  test('every node shows the status of the first node by name', () => {
    const { a, b } = new Nodes();
    a.publish('1', ONLINE, []);
    b.publish('1', IDLE, []);
    assert.deepEqual(a.statusOf('1', ONLINE), ONLINE);
    assert.deepEqual(b.statusOf('1', IDLE), ONLINE);
    a.publish('1', { ...IDLE, status: 'dnd' }, []);
    b.publish('1', ONLINE, []);
    // The activity is that of the first node that has one.
    assert.deepEqual(b.statusOf('1', ONLINE), { ...ONLINE, status: 'dnd' });
    b.publish('1', IDLE, []);
    a.publish('1', INVISIBLE, []);
    assert.deepEqual([a.statusOf('1', INVISIBLE), b.statusOf('1', IDLE)], [IDLE, IDLE]);
  });

  test('a node that has no lease is offline, although it publishes, until it has one again', async () => {
    const { a, b, clock, heard } = new Nodes();
    a.publish('1', ONLINE, []);
    b.forget((node) => node === 'a');
    heard.length = 0;
    for (let count = 0; count < 3; count += 1) {
      await clock.advance(2000);
      a.publish('2', IDLE, []);
      b.forget((node) => node === 'a');
    }
    assert.deepEqual([heard, b.statusOf('1', null)], [[], null]);
    b.forget(() => false);
    await clock.advance(2000);
    assert.deepEqual([b.statusOf('1', null), b.statusOf('2', null)], [ONLINE, IDLE]);
  });

  test('a node is asked for its presences once a second, however many messages show that one is missing', async () => {
    const { a, bus, clock } = new Nodes();
    a.publish('1', ONLINE, []);
    let asked = 0;
    const isOfLateNode = (text: string) => /"node":"late".*"asked".*"of":"a"/.test(text);
    bus.subscribe('presences', (text) => {
      if (isOfLateNode(text)) asked += 1;
    });
    new SharedPresences({ bus: bus.without('all'), node: 'late', clock });
    for (let count = 0; count < 100; count += 1) a.publish('1', count % 2 === 0 ? IDLE : ONLINE, []);
    assert.equal(asked, 1);
    await clock.advance(1000);
    a.publish('1', ONLINE, []);
    assert.equal(asked, 2);
  });

  test('it is known whether the presences of nodes have arrived', async () => {
    const { b, clock } = new Nodes();
    assert.equal(b.knowsAllOf(['a', 'b', 'c']), false);
    await clock.advance(2000);
    assert.equal(b.knowsAllOf(['a', 'b']), true);
    assert.equal(b.knowsAllOf(['a', 'b', 'c']), false);
  });

  test('what is known is current with the bus, and some seconds after it was lost', async () => {
    const { b, bus, clock } = new Nodes();
    assert.equal(b.areCurrent, false);
    await clock.advance(4000);
    assert.equal(b.areCurrent, true);
    bus.isLossy = true;
    assert.equal(b.areCurrent, false);
    await clock.advance(2000);
    bus.isLossy = false;
    assert.equal(b.areCurrent, false);
    await clock.advance(4000);
    assert.equal(b.areCurrent, true);
  });

  test('what is known is not current after an outage that ended before anything noticed it', async () => {
    const { b, bus, clock } = new Nodes();
    await clock.advance(4000);
    bus.connections = 2;
    assert.equal(b.areCurrent, false);
    await clock.advance(2000);
    assert.equal(b.areCurrent, false);
    await clock.advance(2000);
    assert.equal(b.areCurrent, true);
  });

  test('a node whose changes are seen before all of its presences is unknown', async () => {
    const { b, bus, clock } = new Nodes();
    await clock.advance(2000);
    bus.publish('presences', '{"kind":"newest","node":"c","number":7}');
    assert.equal(b.knowsAllOf(['a', 'b']), false);
    bus.publish('presences', '{"kind":"all","node":"c","number":7,"index":0,"count":1,"users":[]}');
    assert.equal(b.knowsAllOf(['a', 'b']), true);
  });

  test('invalid messages are ignored', () => {
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
    assert.deepEqual(b.statusOf('1', null), ONLINE);
  });
});
