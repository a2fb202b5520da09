import { pathToFileURL } from 'node:url';
import { endWithParent } from './parent.mjs';

// node launch.mjs PROGRAM ARG…: runs a program of Node.js that ends soon after the process that started it.
endWithParent();
process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1]).href);
