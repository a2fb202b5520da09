import { join } from 'node:path';
import { SoundServer } from '../../hardware/support/sound-server.js';
import { SPEECH_PROGRAMS } from '../../helpers/sound/speech.js';
import { Microphone } from './microphone.js';
import { prioritize } from './prioritize.js';
import { Recording } from './recording.js';

/** For `realTest`: the programs by which these tests make, play and record sound. */
export const SOUND_PROGRAMS = ['pulseaudio', 'pactl', 'parec', ...SPEECH_PROGRAMS] as const;

/** The sound of one person's machine: a PulseAudio with a null sink as speaker and a pipe source as microphone. */
export class SoundMachine {
  readonly #recordings: Recording[] = [];

  private constructor(
    private readonly server: SoundServer,
    readonly microphone: Microphone,
  ) {}

  static async start(): Promise<SoundMachine> {
    const server = await SoundServer.create();
    try {
      await server.start();
      await prioritize(server.pid);
      await loadSpeaker(server, 'speaker');
      const pipe = join(String(server.environment.HOME), 'microphone');
      await loadMicrophone(server, pipe);
      await server.pactl('set-default-sink', 'speaker');
      await server.pactl('set-default-source', 'microphone');
      return new SoundMachine(server, await Microphone.start(pipe));
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  /** What a daemon needs to use this machine's sound and no other. */
  get environment(): NodeJS.ProcessEnv {
    return this.server.environment;
  }

  pactl(...args: string[]): Promise<string> {
    return this.server.pactl(...args);
  }

  /** Records what a source delivers, by default what the speaker plays, until the machine stops. */
  async record(source = 'speaker.monitor'): Promise<Recording> {
    const recording = await Recording.start(source, this.environment);
    this.#recordings.push(recording);
    return recording;
  }

  /** Plugs in another speaker. @returns unplugs it */
  async plugSpeaker(name: string): Promise<() => Promise<void>> {
    const module = await loadSpeaker(this.server, name);
    return async () => void (await this.pactl('unload-module', module));
  }

  async stop(): Promise<void> {
    for (const recording of this.#recordings) await recording.stop();
    await this.microphone.stop();
    await this.server.remove();
  }
}

function loadSpeaker(server: SoundServer, name: string): Promise<string> {
  return server.pactl('load-module', 'module-null-sink', `sink_name=${name}`, ...FORMAT, 'channels=2');
}

function loadMicrophone(server: SoundServer, pipe: string): Promise<string> {
  const file = `file=${pipe}`;
  return server.pactl(
    'load-module',
    'module-pipe-source',
    'source_name=microphone',
    file,
    ...FORMAT,
    'channels=1',
  );
}

const FORMAT = ['format=s16le', 'rate=48000'];
