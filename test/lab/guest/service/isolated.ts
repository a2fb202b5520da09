import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type { Person } from './person.js';

/** What a package must not need to be installed. */
const COMPILERS = ['g++', 'cc', 'make', 'python3'];

/** Fails if the machine has a compiler or a network. */
export function assertIsolated(person: Person): void {
  for (const program of COMPILERS) assert.notEqual(person.run('which', program).exitCode, 0, program);
  assert.deepEqual(readdirSync('/sys/class/net'), ['lo']);
}
