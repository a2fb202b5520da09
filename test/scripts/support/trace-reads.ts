import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Preloaded into a process and its children: writes the path of each file that is read to the file that
 * GUILDHALL_TRACED_READS names.
 */
const log = process.env.GUILDHALL_TRACED_READS;
const append = fs.appendFileSync;

function trace(path: unknown): void {
  if (log === undefined) return;
  if (path instanceof URL) append(log, `${fileURLToPath(path)}\n`);
  else if (typeof path === 'string' && path !== log) append(log, `${path}\n`);
}

function wrap(owner: object, name: string): void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== 'function') return;
  const traced = function (this: unknown, ...args: unknown[]): unknown {
    trace(args[0]);
    return Reflect.apply(original, this, args);
  };
  Reflect.set(owner, name, Object.assign(traced, original));
}

for (const name of ['readFile', 'readFileSync', 'createReadStream', 'readdir', 'readdirSync']) wrap(fs, name);
for (const name of ['readFile', 'open', 'readdir']) wrap(fs.promises, name);
syncBuiltinESMExports();
