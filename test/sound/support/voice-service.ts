import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestDaemon } from '../../helpers/daemon.js';
import { type Person, registerGame, rest, type TestApplication } from '../../helpers/service.js';
import { prioritize } from './prioritize.js';
import { type PersonOptions, VoicePerson } from './voice-person.js';

type Environment = NonNullable<PersonOptions['environment']>;

interface Demo {
  readonly application: { readonly bot: { readonly token: string } | null };
  readonly guild: { readonly id: string; readonly channels: readonly Named[] };
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** A service with a voice endpoint, in a separate process, and a guild with a voice channel. */
export class VoiceService {
  #daemon: TestDaemon;

  private constructor(
    daemon: TestDaemon,
    private readonly home: string,
    private readonly environment: Environment,
    private readonly created: { readonly demo: Demo; readonly game: TestApplication },
  ) {
    this.#daemon = daemon;
  }

  static async start(environment: Environment = {}): Promise<VoiceService> {
    const home = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
    const daemon = await TestDaemon.start({ home, environment });
    try {
      await prioritize(daemon.runtime.pid);
      const [demo, game] = [await daemon.cli<Demo>('demo'), await registerGame(daemon)];
      return new VoiceService(daemon, home, environment, { demo, game });
    } catch (error) {
      await daemon.stop();
      await rm(home, { recursive: true });
      throw error;
    }
  }

  get url(): string {
    return this.#daemon.runtime.api.url;
  }

  get guildId(): string {
    return this.created.demo.guild.id;
  }

  /** A voice channel of the guild. @param name by default the first */
  channelId(name = 'Lobby'): string {
    const channel = this.created.demo.guild.channels.find((each) => each.name === name);
    if (channel === undefined) throw new TypeError(`the guild has no channel ${name}`);
    return channel.id;
  }

  /** A new account that is a member of the guild. */
  async createMember(username: string): Promise<Person> {
    const { application, guild } = this.created.demo;
    const person = await this.#daemon.cli<Person>('users', 'create', '--username', username);
    const invites = `/channels/${this.channelId()}/invites`;
    const bot = `Bot ${application.bot?.token}`;
    const invite = (await rest(this.url, 'POST', invites, bot, { guild: guild.id })) as { code: string };
    await rest(this.url, 'POST', `/invites/${invite.code}`, person.token, {});
    return person;
  }

  /** A new member with a daemon, a microphone and a speaker, in the voice channel. */
  async enter(username: string, environment: Environment = {}): Promise<VoicePerson> {
    const member = await this.createMember(username);
    const person = await VoicePerson.start({ flags: ['--api-url', this.url], environment });
    try {
      await person.signIn(member);
      await person.connect(this.created.game, this.channelId());
      await person.join(this.channelId());
      return person;
    } catch (error) {
      await person.stop();
      throw error;
    }
  }

  /** Kills the service, and with it its voice endpoint. @returns starts it again at the same address */
  async kill(): Promise<() => Promise<void>> {
    const { port } = new URL(this.url);
    await this.#daemon.end('SIGKILL');
    return async () => {
      const { environment, home } = this;
      this.#daemon = await TestDaemon.start({ home, environment, flags: ['--api-port', port] });
    };
  }

  async stop(): Promise<void> {
    await this.#daemon.stop();
    await rm(this.home, { recursive: true, force: true });
  }
}
