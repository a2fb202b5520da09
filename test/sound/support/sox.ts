import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { toBytes } from '../../helpers/sound/edit.js';

const MONO = ['-t', 'raw', '-r', '48000', '-e', 'signed', '-b', '16', '-c', '1', '-L'];

/** RMS in dBFS as sox measures it; -Infinity for digital silence. */
export function soxLevel(sound: Int16Array): number {
  const { stderr } = spawnSync('sox', [...MONO, '-', '-n', 'stats'], { input: toBytes(sound) });
  const level = /RMS lev dB +(\S+)/.exec(String(stderr))?.[1] ?? assert.fail(`sox: ${stderr}`);
  return level === '-inf' ? Number.NEGATIVE_INFINITY : Number(level);
}
