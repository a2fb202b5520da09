import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { LocalVoiceEndpoint } from '#guildhall/api/voice/local-voice-endpoint.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';
import { VoiceProxy } from '../../helpers/faults/voice-proxy.js';
import { passUntil } from '../../helpers/with-clock.js';
import { CHANNEL, Person } from './support/person.js';

/** A voice connection and a real endpoint, with a broken network between them. */

const FRAME = Buffer.from('a frame of Opus');

const toStop: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop();
});

async function startEndpoint(proxy: VoiceProxy): Promise<LocalVoiceEndpoint> {
  const options = { tls: null, peers: allowAnyPeer, clock: systemClock, log: silentLogger };
  const endpoint = await LocalVoiceEndpoint.start({ ...proxy.settings, ...options });
  toStop.push(() => endpoint.stop());
  return endpoint;
}

async function start() {
  const clock = new ManualClock();
  const proxy = await VoiceProxy.start(clock);
  toStop.push(() => proxy.stop());
  const endpoint = await startEndpoint(proxy);
  const person = (userId: string) => {
    const made = new Person(userId, clock);
    toStop.push(() => made.connection.stop());
    return made;
  };
  /** Lets time pass for the connections until something has happened. What needs no time is awaited without: it may be slow. */
  const until = <T>(promise: Promise<T>) => passUntil(clock, promise);
  return { clock, proxy, endpoint, person, until };
}

/** Fails unless the states passed in this order, whatever was between them. */
function assertInOrder(states: readonly string[], expected: readonly string[]): void {
  let at = -1;
  for (const state of expected) {
    at = states.indexOf(state, at + 1);
    assert.ok(at >= 0, `${expected.join(', ')} is not the order of ${states.join(', ')}`);
  }
}

describe('Voice connection over a broken network', () => {
  test('20 % loss and 200 ms of jitter in both directions are survived, and most frames arrive', async () => {
    const { clock, proxy, endpoint, person, until } = await start();
    proxy.udp.impair({ loss: 0.2, delayMs: [0, 200] });
    const [ada, grace] = [person('1'), person('2')];
    await until(ada.connect(endpoint));
    await until(grace.connect(endpoint));
    const frames: number[] = [];
    ada.connection.on('frame', ({ sequence }) => frames.push(sequence));
    const sent = 250;
    for (let frame = 0; frame < sent; frame += 1) {
      grace.connection.send(FRAME);
      await clock.advance(4);
    }
    await until(eventually(() => frames.length >= sent * 0.5));
    // Twice the longest delay in both directions.
    for (let ms = 0; ms < 800; ms += 4) await clock.advance(4);
    // Each frame passes the proxy twice: 64 % arrive on average, and no state but the last says anything.
    assert.ok(frames.length <= sent * 0.8, String(frames.length));
    assert.equal(new Set(frames).size, frames.length);
    assert.equal(ada.states.at(-1), 'VOICE_CONNECTED');
    assert.ok(!ada.states.includes('VOICE_DISCONNECTED'), ada.states.join(', '));
    assert.equal(ada.speech[0], '2 starts');
  });

  test('without an answer over UDP the state is NO_ROUTE until there is one', async () => {
    const { proxy, endpoint, person, until } = await start();
    proxy.udp.block();
    const ada = person('1');
    ada.join();
    endpoint.admit(ada.membership, ({ address, token }) => ada.assign(address, token));
    await until(ada.until('NO_ROUTE'));
    assertInOrder(ada.states, ['CONNECTED', 'VOICE_CONNECTING', 'ICE_CHECKING', 'NO_ROUTE']);
    proxy.restore();
    await until(ada.until('VOICE_CONNECTED'));
  });

  for (const directions of [['toServer'], ['toClients'], ['toServer', 'toClients']] as const) {
    test(`packets that are dropped ${directions.join(' and ')} are VOICE_DISCONNECTED, then connected again`, async () => {
      const { proxy, endpoint, person, until } = await start();
      const [ada, grace] = [person('1'), person('2')];
      await ada.connect(endpoint);
      await grace.connect(endpoint);
      ada.states.length = 0;
      proxy.udp.block(directions);
      await until(eventually(() => ada.states.includes('VOICE_DISCONNECTED')));
      assert.equal(ada.states[0], 'VOICE_DISCONNECTED');
      proxy.restore();
      for (const each of [ada, grace]) await until(each.until('VOICE_CONNECTED'));
      await until(ada.hears(grace, FRAME));
    });
  }

  test('a network that drops everything is noticed, and the session is resumed when it is back', async () => {
    const { proxy, endpoint, person, until } = await start();
    const ada = person('1');
    await ada.connect(endpoint);
    ada.states.length = 0;
    proxy.block();
    await until(eventually(() => ada.states.includes('DISCONNECTED')));
    assertInOrder(ada.states, ['VOICE_DISCONNECTED', 'DISCONNECTED']);
    proxy.restore();
    await until(ada.until('VOICE_CONNECTED'));
    assertInOrder(ada.states, [
      'DISCONNECTED',
      'CONNECTING',
      'AUTHENTICATING',
      'CONNECTED',
      'VOICE_CONNECTED',
    ]);
    assert.equal(ada.client.moves.length, 1);
  });

  test('an endpoint that is killed and starts again is joined with another token', async () => {
    const { proxy, endpoint, person, until } = await start();
    const ada = person('1');
    await ada.connect(endpoint);
    ada.states.length = 0;
    ada.client.moves.length = 0;
    proxy.tcp.cut();
    await endpoint.stop();
    await until(eventually(() => ada.states.filter((state) => state === 'CONNECTING').length > 1));
    assert.deepEqual(new Set(ada.states), new Set(['DISCONNECTED', 'CONNECTING']));
    const next = await startEndpoint(proxy);
    await until(eventually(() => ada.client.moves.length > 0));
    assert.deepEqual(ada.client.moves, [CHANNEL]);
    assertInOrder(ada.states, ['AUTHENTICATING', 'AWAITING_ENDPOINT']);
    next.admit(ada.membership, ({ address, token }) => ada.assign(address, token));
    await until(ada.until('VOICE_CONNECTED'));
  });
});
