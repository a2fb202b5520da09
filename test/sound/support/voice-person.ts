import assert from 'node:assert/strict';
import { TestDaemon } from '../../helpers/daemon.js';
import { eventually } from '../../helpers/eventually.js';
import { RawRpcClient } from '../../helpers/rpc-client.js';
import { accessToken, GAME_ORIGIN, type Person, type TestApplication } from '../../helpers/service.js';
import { prioritize } from './prioritize.js';
import { SoundMachine } from './sound-machine.js';
import { VoiceEvents } from './voice-events.js';

const SPEAKING_EVENTS = ['SPEAKING_START', 'SPEAKING_STOP'];

/** Settings with which sound passes as it is. */
export const PLAIN_SOUND = [
  ...['--automatic-gain-control', 'off', '--echo-cancellation', 'off', '--noise-suppression', 'off'],
  ...['--threshold', '-60', '--silence-warning', 'off'],
];

export interface PersonOptions {
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** A person with a daemon, a microphone and a speaker, and an application connected to the daemon. */
export class VoicePerson {
  #id = '';
  #rpc: RawRpcClient | null = null;
  #events: VoiceEvents | null = null;

  private constructor(
    readonly daemon: TestDaemon,
    readonly machine: SoundMachine,
  ) {}

  /** Starts the daemon; its settings change no sound. */
  static async start({ flags = [], environment = {} }: PersonOptions = {}): Promise<VoicePerson> {
    const machine = await SoundMachine.start();
    try {
      const daemon = await TestDaemon.start({
        flags,
        environment: { ...machine.environment, ...environment },
      });
      await prioritize(daemon.runtime.pid);
      await daemon.run('voice', 'settings', ...PLAIN_SOUND);
      return new VoicePerson(daemon, machine);
    } catch (error) {
      await machine.stop();
      throw error;
    }
  }

  get id(): string {
    return this.#id;
  }

  /** The application's connection, see `connect`. */
  get rpc(): RawRpcClient {
    return this.#rpc ?? assert.fail('the application is not connected');
  }

  get events(): VoiceEvents {
    return this.#events ?? assert.fail('the application is not connected');
  }

  /** Signs in with an account of the service. */
  async signIn({ token }: Person): Promise<void> {
    await this.daemon.runWithInput(`${token}\n`, 'login');
  }

  /** Connects an application, authorized by the person, which receives the events of a voice channel. */
  async connect(game: TestApplication, channelId: string): Promise<void> {
    const { api, rpc } = this.daemon.runtime;
    const person = await eventually(() => this.daemon.cli<Person>('whoami').catch(() => false as const));
    const client = await RawRpcClient.connect({ port: rpc.port, clientId: game.id, origin: GAME_ORIGIN });
    const access_token = await accessToken(api.url, game, person, ['rpc']);
    this.#id = person.id;
    this.#rpc = client;
    this.#events = new VoiceEvents(client);
    await this.request('AUTHENTICATE', { access_token });
    await this.request('SUBSCRIBE', {}, 'VOICE_CONNECTION_STATUS');
    for (const event of SPEAKING_EVENTS) await this.request('SUBSCRIBE', { channel_id: channelId }, event);
  }

  /** Sends a command of the application. @returns the data of its reply */
  async request(cmd: string, args: unknown, evt?: string): Promise<Record<string, unknown>> {
    const reply = await this.rpc.request(cmd, args, evt);
    assert.notEqual(reply.evt, 'ERROR', JSON.stringify(reply));
    return reply.data ?? {};
  }

  /** Joins a voice channel and waits until packets can be exchanged, and microphone and speaker are open. */
  async join(channelId: string): Promise<void> {
    await this.daemon.cli('voice', 'join', channelId);
    await this.untilState('VOICE_CONNECTED');
    await eventually(() => this.machine.isInUse(), { describe: () => `no sound: ${this.daemon.stdout}` });
  }

  async untilState(state: string, share = 1): Promise<void> {
    const states = () => this.events.since(0, 'VOICE_CONNECTION_STATUS').map(({ data }) => data.state);
    await eventually(() => states().at(-1) === state, {
      share,
      describe: () => `not ${state}; the states were ${this.events.statesSince(0).join(', ')}`,
    });
  }

  /** Changes the person's own voice settings. @param flags of `guildhall voice settings` */
  async set(...flags: string[]): Promise<void> {
    await this.daemon.run('voice', 'settings', ...flags);
  }

  async stop(): Promise<void> {
    this.#rpc?.socket.terminate();
    await this.daemon.stop();
    await this.machine.stop();
  }
}
