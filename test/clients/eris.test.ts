import { test } from 'node:test';
import { loginEris } from './support/eris-client.js';
import { playRound } from './support/play-round.js';

test('eris 0.13, unmodified, plays the round of a guild', playRound(loginEris));
