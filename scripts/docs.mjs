import { readFileSync, writeFileSync } from 'node:fs';
import { documents } from './lib/docs/documents.mjs';
import { ROOT, runScript, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run docs: makes the documents that come from the declarations; a test fails while they are stale.

await runScript(async () => {
  await setUp();
  for (const { path, text } of await documents()) {
    const before = readFileSync(`${ROOT}${path}`, { encoding: 'utf8', flag: 'a+' });
    writeFileSync(`${ROOT}${path}`, text);
    say(`${path} ${before === text ? 'is as it was' : 'is written'}`);
  }
});
