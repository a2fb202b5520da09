import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { patience } from '../../../helpers/patience.js';
import { channelOf, fromBytes } from '../../../helpers/sound/edit.js';
import { RemoteProcess } from '../remote-process.js';
import type { VoiceBot, VoiceLogin } from './voice-bot.js';
import type { VoiceLibrary } from './voice-bot-process.js';

/** How much longer than others calls of a library may take: it starts, connects and plays sound. */
const SLOW = 8;

/** A bot whose library runs in a process of its own, which trusts a certificate. */
export class RemoteVoiceBot implements VoiceBot {
  private constructor(
    readonly id: string,
    private readonly folder: string,
    private readonly remote: RemoteProcess,
  ) {}

  /**
   * @param folder for sound
   * @param environment besides this process's own
   */
  static async login(
    library: VoiceLibrary,
    login: VoiceLogin & { readonly id: string },
    folder: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<RemoteVoiceBot> {
    const program = fileURLToPath(import.meta.resolve('./voice-bot-process.js'));
    const remote = RemoteProcess.start(program, [library], environment);
    const bot = new RemoteVoiceBot(login.id, folder, remote);
    try {
      await bot.#call('login', login);
    } catch (error) {
      await remote.stop();
      throw error;
    }
    return bot;
  }

  join(guild: string, channel: string): Promise<unknown> {
    return this.#call('join', guild, channel);
  }

  play(path: string): Promise<unknown> {
    return this.#call('play', path);
  }

  record(user: string): Promise<unknown> {
    return this.#call('record', user);
  }

  async save(user: string, path: string): Promise<number> {
    return Number(await this.#call('save', user, path));
  }

  /** What was recorded of a user so far; both channels are alike. */
  async heard(user: string): Promise<Int16Array> {
    const path = join(this.folder, `${this.id}-heard-${user}`);
    await this.save(user, path);
    return channelOf(fromBytes(await readFile(path)), 'left');
  }

  async states(): Promise<readonly string[]> {
    // The adapter in the other process implements the same interface.
    return (await this.#call('states')) as readonly string[];
  }

  leave(): Promise<unknown> {
    return this.#call('leave');
  }

  get pid(): number | undefined {
    return this.remote.pid;
  }

  /** whether the library crashed */
  get hasEnded(): boolean {
    return this.remote.hasEnded;
  }

  stop(): Promise<void> {
    return this.remote.stop();
  }

  #call(operation: keyof VoiceBot | 'login', ...args: unknown[]): Promise<unknown> {
    return this.remote.call(operation, args, patience(SLOW));
  }
}
