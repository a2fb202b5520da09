import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { SoundServer } from '../../hardware/support/sound-server.js';
import { SPEECH_PROGRAMS } from '../../helpers/sound/speech.js';
import { Microphone } from './microphone.js';
import { prioritize } from './prioritize.js';
import { Recording } from './recording.js';

/** For `realTest`: the programs by which these tests make, play and record sound. */
export const SOUND_PROGRAMS = ['pulseaudio', 'pactl', 'parec', ...SPEECH_PROGRAMS] as const;

const FORMAT = ['format=s16le', 'rate=48000'];
const MICROPHONE = 'microphone';

/** A microphone that is plugged in. */
interface PluggedMicrophone {
  readonly microphone: Microphone;
  readonly module: string;
  /** records all the time: the pipe of a source that nobody records fills up */
  readonly drain: ChildProcess;
}

/** The sound of one person's machine: a PulseAudio with a null sink as speaker and a pipe source as microphone. */
export class SoundMachine {
  readonly #recordings: Recording[] = [];
  #plugged: PluggedMicrophone | null = null;

  private constructor(private readonly server: SoundServer) {}

  static async start(): Promise<SoundMachine> {
    const machine = new SoundMachine(await SoundServer.create());
    try {
      await machine.server.start();
      await prioritize(machine.server.pid);
      await machine.plugSpeaker('speaker');
      await machine.plugMicrophone();
      await machine.pactl('set-default-sink', 'speaker');
      await machine.pactl('set-default-source', MICROPHONE);
      return machine;
    } catch (error) {
      await machine.stop();
      throw error;
    }
  }

  /** What a daemon needs to use this machine's sound and no other. */
  get environment(): NodeJS.ProcessEnv {
    return this.server.environment;
  }

  get microphone(): Microphone {
    return this.#plugged?.microphone ?? assert.fail('the microphone is not plugged in');
  }

  pactl(...args: string[]): Promise<string> {
    return this.server.pactl(...args);
  }

  /** Whether a program records the microphone, and one plays. */
  async isInUse(): Promise<boolean> {
    const [recorded, played] = [await this.#streams('source-outputs'), await this.#streams('sink-inputs')];
    // One of the recordings is the drain.
    return recorded > 1 && played > 0;
  }

  /** Records what a source delivers, by default what the speaker plays, until the machine stops. */
  async record(source = 'speaker.monitor'): Promise<Recording> {
    const recording = await Recording.start(source, this.environment);
    this.#recordings.push(recording);
    return recording;
  }

  /** Plugs in another speaker. @returns unplugs it */
  async plugSpeaker(name: string): Promise<() => Promise<void>> {
    const sink = [`sink_name=${name}`, `sink_properties=device.description=${name}`, 'channels=2'];
    const module = await this.#load('module-null-sink', ...sink);
    return async () => void (await this.pactl('unload-module', module));
  }

  async plugMicrophone(): Promise<void> {
    const pipe = join(String(this.environment.HOME), MICROPHONE);
    const source = [`source_name=${MICROPHONE}`, `file=${pipe}`, 'channels=1'];
    const module = await this.#load('module-pipe-source', ...source);
    const drain = spawn('parec', [`--device=${MICROPHONE}`], { env: this.environment, stdio: 'ignore' });
    this.#plugged = { module, drain, microphone: await Microphone.start(pipe) };
  }

  async unplugMicrophone(): Promise<void> {
    const plugged = this.#plugged;
    this.#plugged = null;
    if (plugged === null) return;
    plugged.drain.kill('SIGKILL');
    await plugged.microphone.stop();
    await this.pactl('unload-module', plugged.module);
  }

  async stop(): Promise<void> {
    for (const recording of this.#recordings) await recording.stop();
    this.#plugged?.drain.kill('SIGKILL');
    await this.#plugged?.microphone.stop();
    await this.server.remove();
  }

  async #streams(direction: 'source-outputs' | 'sink-inputs'): Promise<number> {
    return (await this.pactl('list', 'short', direction)).split('\n').filter(Boolean).length;
  }

  #load(module: string, ...options: string[]): Promise<string> {
    return this.pactl('load-module', module, ...options, ...FORMAT);
  }
}
