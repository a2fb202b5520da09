import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { runCommand, tryHint } from '../ada.js';

before(() => {
  // The packages that the machine has without a network (scripts/lib/lab/base-image.mjs).
  rmSync('/etc/apt/sources.list.d', { recursive: true });
  writeFileSync('/etc/apt/sources.list', 'deb [trusted=yes] file:/opt/repository ./\n');
  execFileSync('apt-get', ['update', '-qq']);
});

test('library_missing is found, and is gone once its hint was applied', () =>
  tryHint('library_missing', runCommand, ({ message }) => message.startsWith('libspeexdsp.so.1')));
