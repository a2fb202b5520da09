import { after } from 'node:test';
import { type Person, registerGame } from '../../helpers/service.js';
import { type PersonOptions, VoicePerson } from './voice-person.js';

interface Demo {
  readonly guild: { readonly channels: readonly { readonly id: string; readonly name: string }[] };
  readonly people: readonly Person[];
}

export interface PairOptions {
  /** the environment of the first daemon, which runs the service */
  readonly host?: PersonOptions['environment'];
  /** the environment of both */
  readonly both?: PersonOptions['environment'];
}

/** Two people in a voice channel, each with a daemon, a microphone and a speaker. The daemon of the first runs the service. */
export class VoicePair {
  private constructor(
    readonly ada: VoicePerson,
    readonly ben: VoicePerson,
    readonly channelId: string,
  ) {}

  static async start({ host, both }: PairOptions = {}): Promise<VoicePair> {
    const people: VoicePerson[] = [];
    try {
      const ada = await VoicePerson.start({ environment: { ...both, ...host } });
      people.push(ada);
      const { guild, people: members } = await ada.daemon.cli<Demo>('demo');
      const flags = ['--api-url', ada.daemon.runtime.api.url];
      const ben = await VoicePerson.start({ flags, environment: { ...both } });
      people.push(ben);
      const [member] = members;
      const channelId = guild.channels.find(({ name }) => name === 'Lobby')?.id;
      if (member === undefined || channelId === undefined) throw new TypeError('the demo lacks its people');
      await ben.signIn(member);
      const game = await registerGame(ada.daemon);
      for (const person of people) {
        await person.connect(game, channelId);
        await person.join(channelId);
      }
      return new VoicePair(ada, ben, channelId);
    } catch (error) {
      for (const person of people) await person.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.ben.stop();
    await this.ada.stop();
  }
}

/** A pair for all tests of a file, started by the first that asks for it. */
export function useVoicePair(options: PairOptions = {}): () => Promise<VoicePair> {
  let started: Promise<VoicePair> | null = null;
  after(async () => {
    const pair = await started?.catch(() => null);
    await pair?.stop();
  });
  return () => {
    started ??= VoicePair.start(options);
    return started;
  };
}
