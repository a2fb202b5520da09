import { test } from 'node:test';
import { loginCore } from './support/core-client.js';
import { playRound } from './support/play-round.js';

test('@discordjs/core, unmodified, leads the life of a guild and hears of it', playRound(loginCore));
