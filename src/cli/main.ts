#!/usr/bin/env node
import { runCli } from './program.js';
import { processTerminal } from './support/terminal.js';

process.exitCode = await runCli(process.argv.slice(2), processTerminal());
