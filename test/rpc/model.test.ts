import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../helpers/eventually.js';
import { fc } from '../helpers/fast-check.js';
import { APPLICATION, MockRpc } from '../helpers/mock-rpc.js';
import { guild, message, textChannel } from '../helpers/objects.js';
import type { Frame, RawRpcClient } from '../helpers/rpc-client.js';

/** What any application may do, with numbers that choose who does it and to what. */
type Action = { readonly kind: (typeof KINDS)[number]; readonly who: number; readonly what: number };

const KINDS = [
  'connect',
  'authenticate',
  'disconnect',
  'subscribe',
  'unsubscribe',
  'message',
  'mute',
  'read',
  'revoke',
  'capture',
  'release',
] as const;
const APPLICATIONS = ['100', '101', '102'];
const CHANNELS = ['11', '12'];

/** The model of one connection: nothing of the server's own. */
interface ModelConnection {
  readonly client: RawRpcClient;
  readonly application: string;
  authenticated: boolean;
  readonly channels: Set<string>;
}

/** A naive model of sessions, subscriptions, the voice lock and the capture, beside the server it is compared with. */
class World {
  connections: ModelConnection[] = [];
  /** which application holds the voice settings */
  holder: string | null = null;
  /** what each application made of `mute` */
  readonly layers = new Map<string, boolean>();
  capturer: ModelConnection | null = null;
  #messages = 0;

  constructor(private readonly mock: MockRpc) {}

  get muted(): boolean {
    return this.holder === null ? false : (this.layers.get(this.holder) ?? false);
  }

  async run({ kind, who, what }: Action): Promise<void> {
    const connection = this.connections[who % Math.max(this.connections.length, 1)];
    if (kind === 'connect') await this.#connect(APPLICATIONS[what % APPLICATIONS.length] as string);
    else if (kind === 'message') await this.#message(CHANNELS[what % CHANNELS.length] as string);
    else if (kind === 'revoke') await this.#revoke(APPLICATIONS[what % APPLICATIONS.length] as string);
    else if (connection !== undefined) await this.#act(kind, connection, what);
  }

  async #act(kind: Action['kind'], connection: ModelConnection, what: number): Promise<void> {
    const { client, application } = connection;
    const channel_id = CHANNELS[what % CHANNELS.length] as string;
    switch (kind) {
      case 'authenticate': {
        const reply = await client.request('AUTHENTICATE', { access_token: `token-${application}` });
        assert.equal(reply.evt, null);
        const isFirst = !this.connections.some((one) => one.application === application && one.authenticated);
        connection.authenticated = true;
        if (isFirst && this.holder === null && this.layers.has(application)) this.holder = application;
        break;
      }
      case 'disconnect':
        await client.close();
        await this.#gone([connection]);
        break;
      case 'subscribe':
        this.#expect(connection, await client.request('SUBSCRIBE', { channel_id }, 'MESSAGE_CREATE'));
        if (connection.authenticated) connection.channels.add(channel_id);
        break;
      case 'unsubscribe':
        this.#expect(connection, await client.request('UNSUBSCRIBE', { channel_id }, 'MESSAGE_CREATE'));
        if (connection.authenticated) connection.channels.delete(channel_id);
        break;
      case 'mute':
        await this.#mute(connection, what % 2 === 0);
        break;
      case 'read': {
        const reply = await client.request('GET_VOICE_SETTINGS');
        if (this.#expect(connection, reply)) assert.equal(reply.data?.mute, this.muted);
        break;
      }
      case 'capture':
        await this.#capture(connection);
        break;
      case 'release':
        this.#expect(connection, await client.request('CAPTURE_SHORTCUT', { action: 'STOP' }));
        if (connection.authenticated && this.capturer === connection) this.#captureEnded();
        break;
    }
  }

  /** Whether a reply is a success; it must be a refusal exactly where the connection has not authenticated. */
  #expect({ authenticated }: ModelConnection, reply: Frame): boolean {
    if (authenticated) assert.equal(reply.evt, null, JSON.stringify(reply));
    else assert.equal(reply.data?.code, 4006);
    return authenticated;
  }

  async #connect(application: string): Promise<void> {
    if (this.connections.length >= 6) return;
    const client = await this.mock.connect({ clientId: application });
    this.connections.push({ client, application, authenticated: false, channels: new Set() });
  }

  async #mute(connection: ModelConnection, mute: boolean): Promise<void> {
    const reply = await connection.client.request('SET_VOICE_SETTINGS', { mute });
    const { application, authenticated } = connection;
    if (!authenticated || (this.holder !== null && this.holder !== application)) {
      assert.equal(reply.data?.code, 4006);
      return;
    }
    this.holder = application;
    this.layers.set(application, mute);
    assert.equal(reply.data?.mute, mute);
  }

  async #capture(connection: ModelConnection): Promise<void> {
    const { client } = connection;
    client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'capture' });
    if (connection.authenticated && this.capturer === null) {
      await eventually(() => this.mock.hardware.keys.listening);
      this.capturer = connection;
      return;
    }
    const reply = await client.next(({ nonce }) => nonce === 'capture');
    assert.equal(reply.data?.code, connection.authenticated ? 5004 : 4006);
  }

  #captureEnded(): void {
    assert.equal(this.mock.hardware.keys.listening, false);
    const replies = this.capturer?.client.frames.filter(({ nonce }) => nonce === 'capture') ?? [];
    assert.deepEqual(
      replies.map(({ data }) => data),
      [{ shortcut: [] }],
    );
    this.capturer?.client.frames.splice(0);
    this.capturer = null;
  }

  async #message(channelId: string): Promise<void> {
    this.#messages += 1;
    const id = String(this.#messages);
    this.mock.client.dispatch('MESSAGE_CREATE', message(id, channelId));
    for (const { client, authenticated, channels } of this.connections) {
      // Whatever was sent before its answer has arrived with it.
      await client.request('GET_GUILDS');
      const heard = client.frames
        .splice(0)
        .map(({ data }) => (data as { message?: { id: string } })?.message?.id);
      assert.deepEqual(heard, authenticated && channels.has(channelId) ? [id] : []);
    }
  }

  async #revoke(application: string): Promise<void> {
    this.mock.client.dispatch('OAUTH2_TOKEN_REVOKE', { application_id: application, token_hashes: null });
    this.layers.delete(application);
    const revoked = this.connections.filter(
      (connection) => connection.application === application && connection.authenticated,
    );
    for (const { client } of revoked) assert.equal((await client.closed).code, 4003);
    await this.#gone(revoked);
  }

  async #gone(gone: readonly ModelConnection[]): Promise<void> {
    this.connections = this.connections.filter((connection) => !gone.includes(connection));
    await eventually(() => this.mock.server.sessions.list().length === this.connections.length);
    if (this.capturer !== null && gone.includes(this.capturer)) {
      await eventually(() => !this.mock.hardware.keys.listening);
      this.capturer = null;
    }
    const held = this.connections.some(
      ({ application, authenticated }) => application === this.holder && authenticated,
    );
    if (!held) this.holder = null;
  }
}

const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), who: fc.nat(20), what: fc.nat(20) }),
  { minLength: 10, maxLength: 60, size: 'max' },
);

test('any sequence of connects, commands and disconnects does what a naive model of it does', async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (sequence) => {
      const mock = await MockRpc.start();
      try {
        mock.client.addGuild(guild('200', { channels: CHANNELS.map((id) => textChannel(id)) }));
        for (const id of APPLICATIONS) {
          mock.client.applications.set(id, { ...APPLICATION, id });
          mock.grant(['rpc', 'messages.read'], { token: `token-${id}`, applicationId: id });
        }
        const world = new World(mock);
        for (const action of sequence) await world.run(action);
        const told = mock.server.sessions.list().map(({ application }) => application.id);
        assert.deepEqual(
          told,
          world.connections.map(({ application }) => application),
        );
      } finally {
        await mock.stop();
      }
    }),
    { numRuns: Number(process.env.GUILDHALL_TEST_RUNS ?? 60) },
  );
});
