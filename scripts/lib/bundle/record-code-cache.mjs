import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { loadBundle } from '../../../dist/platform/bundle/load-bundle.js';

// record-code-cache.mjs FILE ARGUMENT…: runs a command of the CLI, and writes the functions that are compiled by then to
// the file when the command ends or a message comes.

const [, , file, ...args] = process.argv;
const inDist = (name) => new URL(`../../../dist/${name}`, import.meta.url);
const bundle = loadBundle({
  program: inDist('bundle/cli.cjs'),
  codeCache: null,
  builtFrom: inDist('.built'),
});
process.argv = [process.execPath, 'guildhall', ...args];
await Promise.race([bundle.exports.runProcess(), once(process, 'message')]);
writeFileSync(file, bundle.createCodeCache());
// The daemon has changed the umask: one user may build it and another run it.
chmodSync(file, 0o644);
if (process.connected) process.send('recorded', () => {});
if (args[0] !== 'start') process.disconnect();
