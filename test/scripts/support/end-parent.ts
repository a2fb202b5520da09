import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Preloaded into `scripts/start.mjs`: ends the process that started it, once set-up reads the lockfile. */
const readFile = fs.readFileSync;

fs.readFileSync = ((...args: Parameters<typeof readFile>) => {
  if (String(args[0]).endsWith('package-lock.json')) endParent();
  return readFile(...args);
}) as typeof readFile;
syncBuiltinESMExports();

function endParent(): void {
  fs.readFileSync = readFile;
  syncBuiltinESMExports();
  const parent = process.ppid;
  process.kill(parent, 'SIGKILL');
  while (process.ppid === parent);
}
