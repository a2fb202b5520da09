import { readdirSync } from 'node:fs';

// All tests of the guest in one process: emulated, each further one takes seconds to start.
const folder = new URL('./', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.guest.js'));
for (const name of files.sort()) await import(new URL(name, folder).href);
