import { after } from 'node:test';
import type { PersonOptions, VoicePerson } from './voice-person.js';
import { VoiceService } from './voice-service.js';

export interface PairOptions {
  /** the environment of the service, e.g. that of a proxy of its voice endpoint */
  readonly service?: PersonOptions['environment'];
  /** the environment of the first person's daemon, e.g. a display */
  readonly ada?: PersonOptions['environment'];
}

/** Two people in a voice channel, each with a daemon, a microphone and a speaker. */
export class VoicePair {
  private constructor(
    readonly service: VoiceService,
    readonly ada: VoicePerson,
    readonly ben: VoicePerson,
  ) {}

  static async start(options: PairOptions = {}): Promise<VoicePair> {
    const service = await VoiceService.start(options.service);
    const people: VoicePerson[] = [];
    const enter = async (name: string, environment?: PersonOptions['environment']) => {
      const person = await service.enter(name, environment);
      people.push(person);
      return person;
    };
    try {
      return new VoicePair(service, await enter('Ada', options.ada), await enter('Ben'));
    } catch (error) {
      for (const person of people) await person.stop();
      await service.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.ben.stop();
    await this.ada.stop();
    await this.service.stop();
  }
}

/** A pair for all tests of a file, started by the first that asks for it. */
export function useVoicePair(options: () => PairOptions = () => ({})): () => Promise<VoicePair> {
  let started: Promise<VoicePair> | null = null;
  after(async () => {
    const pair = await started?.catch(() => null);
    await pair?.stop();
  });
  return () => {
    started ??= VoicePair.start(options());
    return started;
  };
}
