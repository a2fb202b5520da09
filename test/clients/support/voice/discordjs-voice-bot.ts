import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import type { Transform } from 'node:stream';
import type * as voice18 from '@discordjs/voice';
import { Recordings } from './recordings.js';
import type { VoiceBot } from './voice-bot.js';

/** `@discordjs/voice`; what its older versions have is the same. */
export type DiscordjsVoice = Pick<
  typeof voice18,
  | 'createAudioPlayer'
  | 'createAudioResource'
  | 'entersState'
  | 'joinVoiceChannel'
  | 'AudioPlayerStatus'
  | 'EndBehaviorType'
  | 'StreamType'
  | 'VoiceConnectionStatus'
>;

/** How long a connection and a sound may take, in milliseconds. */
const TIMEOUT = 60_000;

/** The library's own codec, for what it leaves to its users: decoding. */
interface Prism {
  readonly opus: {
    readonly Decoder: new (options: { rate: number; channels: number; frameSize: number }) => Transform;
  };
}

/** Gives a library's adapter of the gateway for a guild. */
export type AdapterOf = (guild: string) => voice18.DiscordGatewayAdapterCreator;

export class DiscordjsVoiceBot implements VoiceBot {
  #connection: voice18.VoiceConnection | null = null;
  #states: string[] = [];
  #recordings = new Recordings();
  readonly #prism: Prism;

  /**
   * @param adapterOf of the client that is connected to the gateway
   * @param version of the library, and the name of its package
   */
  constructor(
    private readonly adapterOf: AdapterOf,
    private readonly version: { readonly library: DiscordjsVoice; readonly package: string },
  ) {
    this.#prism = createRequire(import.meta.resolve(version.package))('prism-media') as Prism;
  }

  async join(guildId: string, channelId: string): Promise<void> {
    const { library } = this.version;
    const connection = library.joinVoiceChannel({
      guildId,
      channelId,
      selfDeaf: false,
      adapterCreator: this.adapterOf(guildId),
    });
    if (connection !== this.#connection) {
      const states: string[] = [connection.state.status];
      connection.on('stateChange', (before, { status }) => {
        if (before.status !== status) states.push(status);
      });
      connection.on('error', (error) => states.push(`error: ${error.message}`));
      this.#states = states;
      this.#recordings = new Recordings();
    }
    this.#connection = connection;
    await library.entersState(connection, library.VoiceConnectionStatus.Ready, TIMEOUT);
  }

  async play(path: string): Promise<void> {
    const { library } = this.version;
    const player = library.createAudioPlayer();
    const failed = new Promise<never>((_, reject) => player.once('error', reject));
    this.#joined.subscribe(player);
    player.play(library.createAudioResource(createReadStream(path), { inputType: library.StreamType.Raw }));
    const played = library.entersState(player, library.AudioPlayerStatus.Idle, TIMEOUT);
    await Promise.race([played, failed]);
  }

  async record(user: string): Promise<void> {
    const { EndBehaviorType } = this.version.library;
    const recordings = this.#recordings;
    if (!recordings.start(user)) return;
    const { receiver } = this.#joined;
    const packets = receiver.subscribe(user, { end: { behavior: EndBehaviorType.Manual } });
    const decoder = new this.#prism.opus.Decoder({ rate: 48_000, channels: 2, frameSize: 960 });
    for (const stream of [packets, decoder]) {
      stream.on('error', (error: Error) => this.#states.push(`error: ${error.message}`));
    }
    packets.pipe(decoder).on('data', (sound: Buffer) => recordings.add(user, sound));
  }

  save(user: string, path: string): Promise<number> {
    return this.#recordings.save(user, path);
  }

  async states(): Promise<readonly string[]> {
    return this.#states;
  }

  async leave(): Promise<void> {
    this.#connection?.destroy();
    this.#connection = null;
  }

  get #joined(): voice18.VoiceConnection {
    return this.#connection ?? assert.fail('the bot joined a channel before');
  }
}
