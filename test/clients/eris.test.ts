import { test } from 'node:test';
import { loginEris } from './support/eris-client.js';
import { playRound } from './support/play-round.js';

test('eris 0.13, unmodified, leads the life of a guild and hears of it', playRound(loginEris));
