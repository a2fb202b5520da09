import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Client, type VoiceConnection } from 'discord.js-12';
import { openOpus } from '#guildhall/hardware/audio/codec/open-opus.js';
import { toBytes } from '../../../helpers/sound/edit.js';
import { VERSION } from '../guild-client.js';
import { cached } from '../normalize.js';
import { Recordings } from './recordings.js';
import type { LoginVoiceBot, VoiceBot } from './voice-bot.js';

/** `discord.js` 12.5, which has voice of its own. */
class DiscordJs12VoiceBot implements VoiceBot {
  #connection: VoiceConnection | null = null;
  readonly #states: string[] = [];
  readonly #recordings = new Recordings();

  constructor(private readonly client: Client) {}

  async join(_guild: string, channel: string): Promise<void> {
    const connection = await cached(this.client.channels.cache, channel).join();
    this.#connection = connection;
    this.#states.push('ready');
    for (const state of ['reconnecting', 'newSession', 'disconnect'] as const) {
      connection.on(state, () => this.#states.push(state));
    }
    connection.on('error', (error: Error) => this.#states.push(`error: ${error.message}`));
  }

  async play(path: string): Promise<void> {
    await once(this.#joined.play(createReadStream(path), { type: 'converted' }), 'finish');
  }

  async record(user: string): Promise<void> {
    if (!this.#recordings.start(user)) return;
    const { id } = await this.client.users.fetch(user);
    // Decoding by the library itself needs an older opusscript than the one that is installed.
    const decoder = (await openOpus()).createDecoder();
    const frames = this.#joined.receiver.createStream(id, { mode: 'opus', end: 'manual' });
    frames.on('data', (frame: Buffer) => this.#recordings.add(user, toBytes(decoder.decode(frame))));
  }

  save(user: string, path: string): Promise<number> {
    return this.#recordings.save(user, path);
  }

  async states(): Promise<readonly string[]> {
    return this.#states;
  }

  async leave(): Promise<void> {
    this.#connection?.disconnect();
  }

  get #joined(): VoiceConnection {
    return this.#connection ?? assert.fail('the bot joined a channel before');
  }
}

export const loginDiscordJs12: LoginVoiceBot = async ({ apiUrl, token }) => {
  const version = Number(VERSION);
  const client = new Client({ http: { version, api: apiUrl }, ws: { version } });
  const ready = once(client, 'ready');
  await client.login(token);
  await ready;
  return new DiscordJs12VoiceBot(client);
};
