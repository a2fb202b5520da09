import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Agent } from 'node:https';
import { Client, type VoiceConnection } from 'eris';
import { DetourAgent } from '../detour-agent.js';
import { Recordings } from './recordings.js';
import type { LoginVoiceBot, VoiceBot } from './voice-bot.js';

/** `eris` 0.13, which has voice of its own, of version 3. */
class ErisVoiceBot implements VoiceBot {
  #connection: VoiceConnection | null = null;
  readonly #states: string[] = [];
  readonly #recordings = new Recordings();

  constructor(private readonly client: Client) {}

  async join(_guild: string, channel: string): Promise<void> {
    const connection = await this.client.joinVoiceChannel(channel);
    this.#connection = connection;
    this.#states.push('ready');
    connection.on('error', (error) => this.#states.push(`error: ${error.message}`));
    connection.on('disconnect', () => this.#states.push('disconnect'));
    // It decodes what it receives only while somebody listens.
    connection.receive('pcm').on('data', (sound: Buffer, user: string) => this.#recordings.add(user, sound));
  }

  async play(path: string): Promise<void> {
    // With a volume it encodes; otherwise it leaves that to ffmpeg.
    this.#joined.play(createReadStream(path), { format: 'pcm', inlineVolume: true });
    await once(this.#joined, 'end');
  }

  async record(user: string): Promise<void> {
    this.#recordings.start(user);
  }

  save(user: string, path: string): Promise<number> {
    return this.#recordings.save(user, path);
  }

  async states(): Promise<readonly string[]> {
    return this.#states;
  }

  async leave(): Promise<void> {
    if (this.#connection !== null) this.client.leaveVoiceChannel(this.#connection.channelID);
  }

  get #joined(): VoiceConnection {
    return this.#connection ?? assert.fail('the bot joined a channel before');
  }
}

export const loginEris: LoginVoiceBot = async ({ apiUrl, token }) => {
  const client = new Client(`Bot ${token}`, {
    agent: new DetourAgent(new URL(apiUrl)),
    // The gateway that REST names uses TLS, as does voice.
    ws: { agent: new Agent() },
    maxShards: 'auto',
    autoreconnect: false,
  });
  // Without a listener, an error would end the process.
  client.on('error', () => undefined);
  const ready = once(client, 'ready');
  await client.connect();
  await ready;
  return new ErisVoiceBot(client);
};
