import { readdirSync, readFileSync } from 'node:fs';

// The kernel's command line names the folder of tests of this boot. All of them run in one process: emulated, each further
// one takes seconds to start.
const [, tests] = /\bguildhall\.tests=(\S+)/.exec(readFileSync('/proc/cmdline', 'utf8')) ?? [];
if (tests === undefined) throw new TypeError('the command line of the kernel has no guildhall.tests');
const folder = new URL(`./${tests}/`, import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.guest.js'));
for (const name of files.sort()) await import(new URL(name, folder).href);
