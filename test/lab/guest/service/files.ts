import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** What changes without Guildhall: temporary files, state of systemd, its journal, dpkg and apt, caches, and the tests' own files. */
const OTHERS = [
  '/tmp',
  '/var/log',
  '/var/lib/systemd',
  '/var/lib/dpkg',
  '/var/lib/apt',
  '/var/cache',
  '/var/tmp',
  '/etc/machine-id',
  '/etc/.pwd.lock',
  '/lab',
];

/** All files and folders of the guest but those in memory and those that change by themselves. */
function listFiles(): string[] {
  const out = execFileSync('find', ['/', '-xdev', '-print'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return out
    .split('\n')
    .filter((path) => !OTHERS.some((other) => path === other || path.startsWith(`${other}/`)));
}

/** Writes down which files and users there are. */
export function recordFiles(): void {
  mkdirSync('/lab');
  writeFileSync('/lab/before', listFiles().join('\n'));
  writeFileSync('/lab/passwd', readFileSync('/etc/passwd'));
}

/** Fails if there are files or users that were not recorded, also before a reboot. */
export function assertNothingLeft(): void {
  const before = new Set(readFileSync('/lab/before', 'utf8').split('\n'));
  assert.deepEqual(
    listFiles().filter((path) => !before.has(path)),
    [],
  );
  assert.equal(readFileSync('/etc/passwd', 'utf8'), readFileSync('/lab/passwd', 'utf8'));
}
