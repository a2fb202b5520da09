import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { amplify, fromBytes } from './edit.js';
import { levelOf } from './levels.js';

/** What `speech` needs, for `realTest`. */
export const SPEECH_PROGRAMS = ['espeak-ng', 'sox'] as const;

/** Two sentences of some seven seconds, with a pause between them. */
export const SENTENCES =
  'The quick brown fox jumps over the lazy dog, and nobody knows why. Perhaps it is late for an important meeting.';

/** A different text, for a second speaker. */
export const OTHER_SENTENCES =
  'My grandfather built boats by the river for forty years. Every spring he painted them blue and white.';

export interface SpeechOptions {
  /** of espeak-ng, e.g. `en-us` or `en-us+f3` */
  readonly voice?: string;
  /** RMS in dBFS over the whole sound, pauses included */
  readonly level?: number;
  /** words a minute */
  readonly speed?: number;
}

/**
 * A text spoken by espeak-ng, mono at 48 kHz.
 *
 * @throws AssertionError where espeak-ng or sox fails
 */
export function speech(text = SENTENCES, options: SpeechOptions = {}): Int16Array {
  const { voice = 'en-us', level = -26, speed = 160 } = options;
  const spoken = run('espeak-ng', ['--stdout', '-v', voice, '-s', String(speed), text]);
  const format = ['-t', 'raw', '-r', '48000', '-e', 'signed', '-b', '16', '-c', '1', '-L', '-'];
  const sound = fromBytes(run('sox', ['-D', '-G', '-t', 'wav', '-', ...format], spoken));
  return amplify(sound, level - levelOf(sound));
}

function run(program: string, args: readonly string[], input?: Buffer): Buffer {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    input,
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.ok(status === 0 && stdout.length > 0, `${program} failed: ${error?.message ?? String(stderr)}`);
  return stdout;
}
