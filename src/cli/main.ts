#!/usr/bin/env node
import { loadBundle } from '../platform/bundle/load-bundle.js';

// Two code caches, because most commands need a small part of what the daemon does.
const codeCache = process.argv.includes('start') ? 'cli-start.cache' : 'cli-commands.cache';
const bundle = loadBundle<typeof import('./run-process.js')>({
  program: new URL('../bundle/cli.cjs', import.meta.url),
  codeCache: new URL(`../bundle/${codeCache}`, import.meta.url),
  builtFrom: new URL('../.built', import.meta.url),
});
const { runProcess } = bundle?.exports ?? (await import('./run-process.js'));
await runProcess();
