import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { LocalVoiceEndpoint } from '#guildhall/api/voice/local-voice-endpoint.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';
import { passUntil } from '../../helpers/with-clock.js';
import { JOINING_STATES } from '../support/joining-states.js';
import { CHANNEL, GUILD, Person } from './support/person.js';
import { ScriptedEndpoint } from './support/scripted-endpoint.js';

/** The way of a session that is resumed. */
const WITHOUT_NEW_PORT = ['CONNECTING', 'AUTHENTICATING', 'CONNECTED', 'VOICE_CONNECTED'];

const toStop: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop();
});

async function startEndpoint(): Promise<LocalVoiceEndpoint> {
  const address = { host: '127.0.0.1', port: 0, publicAddress: null, publicIp: null, tls: null };
  const options = { ...address, peers: allowAnyPeer, clock: systemClock, log: silentLogger };
  const endpoint = await LocalVoiceEndpoint.start(options);
  toStop.push(() => endpoint.stop());
  return endpoint;
}

function createPerson(userId: string, clock?: Clock): Person {
  const person = new Person(userId, clock);
  toStop.push(() => person.connection.stop());
  return person;
}

async function startScript(): Promise<ScriptedEndpoint> {
  const endpoint = await ScriptedEndpoint.start();
  toStop.push(() => endpoint.stop());
  return endpoint;
}

async function connectToScript(clock?: ManualClock): Promise<{ endpoint: ScriptedEndpoint; person: Person }> {
  const endpoint = await startScript();
  const person = createPerson('1', clock);
  person.join();
  person.assign(endpoint.address, 'token');
  await person.until('VOICE_CONNECTED');
  return { endpoint, person };
}

describe('Voice connection', () => {
  test('the states of a join pass in their order, and a ping is measured', async () => {
    const endpoint = await startEndpoint();
    const person = createPerson('1');
    await person.connect(endpoint);
    assert.deepEqual(person.states, JOINING_STATES);
    const { hostname, pings, average_ping, last_ping } = person.connection.status;
    assert.equal(hostname, '127.0.0.1');
    assert.equal(pings.length, 1);
    assert.equal(average_ping, pings[0]);
    assert.equal(last_ping, pings[0]);
    person.leave();
    assert.equal(person.states.at(-1), 'DISCONNECTED');
    assert.deepEqual(person.connection.status.pings, []);
  });

  test('without an endpoint the connection waits for one, and is DISCONNECTED without the service', () => {
    const person = createPerson('1');
    person.join();
    person.assign(null, 'token');
    person.client.setConnected(false);
    person.client.setConnected(true);
    assert.deepEqual(person.states, ['AWAITING_ENDPOINT', 'DISCONNECTED', 'AWAITING_ENDPOINT']);
    person.client.dispatch('GUILD_DELETE', { id: GUILD, unavailable: true });
    assert.equal(person.connection.status.state, 'DISCONNECTED');
  });

  test('frames of a person reach the others as speech, which ends with silence or without packets', async () => {
    const endpoint = await startEndpoint();
    const clock = new ManualClock();
    const [ada, grace] = [createPerson('1', clock), createPerson('2')];
    await ada.connect(endpoint);
    await grace.connect(endpoint);
    const frame = Buffer.from('some frame of Opus');
    const silence = Buffer.from('f8fffe', 'hex');
    await ada.hears(grace, frame);
    for (const opus of [frame, silence]) grace.connection.send(opus);
    await eventually(() => ada.speech.length === 2);
    grace.connection.send(frame);
    await eventually(() => ada.speech.length === 3);
    await clock.advance(200);
    assert.deepEqual(ada.speech, ['2 starts', '2 stops', '2 starts', '2 stops']);
    assert.deepEqual(grace.speech, []);
  });

  test('a speaker who leaves stops speaking', async () => {
    const endpoint = await startEndpoint();
    // Whose silence is not noticed: time stands still.
    const [ada, grace] = [createPerson('1', new ManualClock()), createPerson('2')];
    await ada.connect(endpoint);
    await grace.connect(endpoint);
    await ada.hears(grace, Buffer.from('some frame'));
    endpoint.remove(GUILD, '2');
    await eventually(() => ada.speech.length === 2);
    assert.deepEqual(ada.speech, ['2 starts', '2 stops']);
    await grace.until('AWAITING_ENDPOINT');
  });

  test('a lost WebSocket is DISCONNECTED, then resumed while packets keep their way', async () => {
    const { endpoint, person } = await connectToScript();
    person.states.length = 0;
    endpoint.cut();
    await person.until('VOICE_CONNECTED');
    assert.deepEqual(person.states, ['DISCONNECTED', ...WITHOUT_NEW_PORT]);
    assert.deepEqual(endpoint.received, [0, 1, 7]);
  });

  test('the endpoint is told of sound again once the session is resumed, also of sound that began meanwhile', async () => {
    const clock = new ManualClock();
    const { endpoint, person } = await connectToScript(clock);
    const speak = () => person.connection.send(Buffer.from('a frame of Opus'));
    speak();
    await eventually(() => endpoint.received.length === 3);
    endpoint.cut();
    await person.until('DISCONNECTED');
    speak();
    await passUntil(clock, person.until('VOICE_CONNECTED'));
    speak();
    await eventually(() => endpoint.received.length === 5);
    assert.deepEqual(endpoint.received, [0, 1, 5, 7, 5]);
  });

  test('a session that cannot be resumed makes the person join the channel again', async () => {
    const { endpoint, person } = await connectToScript();
    person.client.moves.length = 0;
    endpoint.resumes = false;
    endpoint.cut();
    await eventually(() => person.client.moves.length > 0);
    assert.deepEqual(person.client.moves, [CHANNEL]);
    assert.equal(person.states.at(-1), 'AWAITING_ENDPOINT');
  });

  test('an endpoint that never answers over UDP is NO_ROUTE, and tried again', async () => {
    const clock = new ManualClock();
    const endpoint = await startScript();
    endpoint.answersDiscovery = false;
    const person = createPerson('1', clock);
    person.join();
    person.assign(endpoint.address, 'token');
    await person.until('ICE_CHECKING');
    await clock.advance(5000);
    assert.equal(person.states.at(-1), 'NO_ROUTE');
    endpoint.answersDiscovery = true;
    await clock.advance(1000);
    await person.until('VOICE_CONNECTED');
    const way = ['NO_ROUTE', 'VOICE_CONNECTING', 'ICE_CHECKING', 'VOICE_CONNECTED'];
    assert.deepEqual(person.states.slice(-4), way);
  });

  test('an endpoint that stops answering over UDP is VOICE_DISCONNECTED, and looked for again', async () => {
    const clock = new ManualClock();
    const { endpoint, person } = await connectToScript(clock);
    await clock.advance(5000);
    await eventually(() => person.connection.status.pings.length === 2);
    endpoint.echoes = false;
    await clock.advance(14_000);
    assert.equal(person.states.at(-1), 'VOICE_CONNECTED');
    await clock.advance(1000);
    assert.equal(person.states.at(-1), 'VOICE_DISCONNECTED');
    await clock.advance(1000);
    await person.until('VOICE_CONNECTED');
  });

  test('without the WebSocket the state is that of the WebSocket, whatever happens to packets', async () => {
    const clock = new ManualClock();
    const { endpoint, person } = await connectToScript(clock);
    endpoint.echoes = false;
    endpoint.accepts = false;
    endpoint.cut();
    await person.until('DISCONNECTED');
    person.states.length = 0;
    const cutAt = clock.now();
    const attempts = () => person.states.filter((state) => state === 'CONNECTING').length;
    await passUntil(
      clock,
      // Long enough that packets are missed, too.
      eventually(() => attempts() >= 3 && clock.now() - cutAt >= 30_000),
    );
    assert.deepEqual(new Set(person.states), new Set(['CONNECTING', 'DISCONNECTED']));
    endpoint.accepts = true;
    endpoint.echoes = true;
    person.states.length = 0;
    await passUntil(clock, person.until('VOICE_CONNECTED'));
    assert.deepEqual(person.states.slice(-6), JOINING_STATES.slice(-6));
  });

  test('a UDP port that cannot be connected is NO_ROUTE, and opened again', async () => {
    const clock = new ManualClock();
    const endpoint = await startScript();
    // A link-local address without its interface.
    endpoint.ready = { ip: 'fe80::1' };
    const person = createPerson('1', clock);
    person.join();
    person.assign(endpoint.address, 'token');
    await person.until('NO_ROUTE');
    person.states.length = 0;
    await clock.advance(1000);
    await person.until('NO_ROUTE');
    assert.deepEqual(person.states.slice(0, 2), ['VOICE_CONNECTING', 'NO_ROUTE']);
  });

  test('an endpoint that sends READY again is left, and no other UDP port is opened', async () => {
    const { endpoint, person } = await connectToScript();
    person.states.length = 0;
    endpoint.sendReady();
    await person.until('VOICE_CONNECTED');
    assert.deepEqual(person.states, ['DISCONNECTED', ...WITHOUT_NEW_PORT]);
    assert.deepEqual(endpoint.received, [0, 1, 7]);
  });

  test('the last twenty pings are kept', async () => {
    const clock = new ManualClock();
    const { person } = await connectToScript(clock);
    for (let beat = 0; beat < 25; beat += 1) {
      const { length } = person.pings;
      await clock.advance(5000);
      await eventually(() => person.pings.length > length);
    }
    assert.equal(person.connection.status.pings.length, 20);
  });

  test('a service that names many endpoints does not cause as many connections', async () => {
    const clock = new ManualClock();
    const { endpoint, person } = await connectToScript(clock);
    person.states.length = 0;
    for (let named = 0; named < 50; named += 1) person.assign(endpoint.address, 'token');
    const connections = person.states.filter((state) => state === 'CONNECTING');
    assert.equal(connections.length, 4);
    await clock.advance(1000);
    await person.until('VOICE_CONNECTED');
  });

  test('payloads of an endpoint that are expensive to read are read only as fast as the budget allows', async () => {
    const clock = new ManualClock();
    const { endpoint } = await connectToScript(clock);
    // About 145,000 units of work each; a burst is 32 million.
    const costly = JSON.stringify({ op: 99, d: Array.from({ length: 8000 }, () => 1) });
    const countRead = endpoint.sendWithPings(costly, 600);
    await eventually(() => countRead() >= 200);
    for (let turn = 0; turn < 200; turn += 1) await settle();
    assert.ok(countRead() <= 240, `${countRead()} payloads were read in a burst`);
    // 20 seconds bring 20 million units.
    await clock.advance(20_000);
    await eventually(() => countRead() >= 330);
    for (let turn = 0; turn < 200; turn += 1) await settle();
    assert.ok(countRead() <= 400, `${countRead()} payloads were read`);
  });

  test('a person who is moved to a channel that they may not view connects, too', async () => {
    const { endpoint, person } = await connectToScript();
    const own = person.client.state.voiceChange(person.userId)?.state;
    person.states.length = 0;
    person.client.dispatch('VOICE_STATE_UPDATE', { ...own, guild_id: GUILD, channel_id: '999' });
    person.assign(endpoint.address, 'token');
    await person.until('VOICE_CONNECTED');
    assert.deepEqual(person.states, JOINING_STATES);
  });

  test('a service of the internet may not name endpoints on this machine or in its network', async () => {
    const endpoint = await startScript();
    const person = createPerson('1');
    person.client.serviceAddress = '203.0.113.7';
    person.join();
    const { port } = new URL(`ws://${endpoint.address}`);
    for (const host of [
      '127.0.0.1',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '10.0.0.1',
      '169.254.169.254',
    ]) {
      person.assign(`${host}:${port}`, 'token');
      assert.deepEqual(person.states, ['AWAITING_ENDPOINT'], host);
    }
    person.client.serviceAddress = '127.0.0.1';
    person.assign(endpoint.address, 'token');
    await person.until('VOICE_CONNECTED');
  });

  test('a service of the internet may not name endpoints whose names lead to this machine', async () => {
    let connections = 0;
    const server = createServer((connection) => {
      connections += 1;
      connection.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    toStop.push(() => server.close());
    const { port } = server.address() as { port: number };
    const connect = async (serviceAddress: string) => {
      const person = createPerson('1');
      person.client.serviceAddress = serviceAddress;
      person.join();
      person.assign(`localhost:${port}`, 'token');
      await person.until('DISCONNECTED');
      person.leave();
    };
    await connect('203.0.113.7');
    assert.equal(connections, 0);
    await connect('127.0.0.1');
    assert.equal(connections, 1);
  });

  test('an endpoint may not send packets to addresses of no host', async () => {
    const endpoint = await startScript();
    endpoint.ready = { ip: '255.255.255.255' };
    const person = createPerson('1');
    person.join();
    person.assign(endpoint.address, 'token');
    await person.until('DISCONNECTED');
    assert.ok(!person.states.includes('VOICE_CONNECTING'), person.states.join(', '));
  });

  test('an endpoint that is not host and port is not connected to', async () => {
    const { person } = await connectToScript();
    for (const endpoint of ['wss://other.example/', 'user:word@127.0.0.1:1', 'a b', '127.0.0.1:1/path']) {
      person.assign(endpoint, 'token');
      assert.equal(person.connection.status.state, 'AWAITING_ENDPOINT', endpoint);
    }
  });
});
