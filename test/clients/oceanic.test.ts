import { test } from 'node:test';
import { loginOceanic } from './support/oceanic-client.js';
import { playRound } from './support/play-round.js';

test('oceanic.js 1.15, unmodified, plays the round of a guild', playRound(loginOceanic));
