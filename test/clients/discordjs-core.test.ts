import { test } from 'node:test';
import { loginCore } from './support/core-client.js';
import { playRound } from './support/play-round.js';

test('@discordjs/core, unmodified, plays the round of a guild', playRound(loginCore));
