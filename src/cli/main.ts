#!/usr/bin/env node
import { loadBundle } from '../platform/bundle/load-bundle.js';
import { limitYoungGeneration } from '../platform/processes/young-generation.js';
import { findTypedCommand } from './support/typed-command.js';

const isStart = findTypedCommand(process.argv.slice(2)) === 'start';
// Two code caches, because most commands need a small part of what the daemon does.
const codeCache = isStart ? 'cli-start.cache' : 'cli-commands.cache';
const files = {
  program: new URL('../bundle/cli.cjs', import.meta.url),
  codeCache: new URL(`../bundle/${codeCache}`, import.meta.url),
  builtFrom: new URL('../.built', import.meta.url),
};
// Evaluating the modules makes the space for new objects grow, too. The daemon lifts the limit once it serves.
const beforeRun = isStart ? limitYoungGeneration : undefined;
const bundle = loadBundle<typeof import('./run-process.js')>(files, beforeRun);
const { runProcess } = bundle?.exports ?? (await import('./run-process.js'));
await runProcess();
