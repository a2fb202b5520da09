import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { has, run } from '../../run.mjs';
import { writeInto } from './write-into.mjs';

const HOME = 'usr/lib/guildhall';
const HINT = 'Node.js could not be copied into the package.';

const LAUNCHER = `#!/bin/sh
exec /${HOME}/bin/node /${HOME}/dist/cli/main.js "$@"
`;

/** Adds Node.js and the command `guildhall` to the root of a package that contains the tree. */
export function addProgram(root) {
  const node = join(root, HOME, 'bin/node');
  mkdirSync(join(root, HOME, 'bin'));
  copyFileSync(process.execPath, node);
  // Symbols and debugging information are a sixth of it.
  if (has('strip')) run('strip', ['--remove-section=.comment', '--remove-section=.note', node], HINT);
  removeInterpreter(join(root, HOME, 'dist/cli/main.js'));
  writeInto(root, 'usr/bin/guildhall', LAUNCHER, { mode: 0o755 });
}

/** The line would start whichever Node.js is in PATH. */
function removeInterpreter(path) {
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^#!.*\n/, '\n'));
}
