import { test } from 'node:test';
import { playRoundOverTls } from './support/play-round.js';

/**
 * Told to use version 6 of REST and gateway. It has no methods that create, modify or sync
 * an integration, and none for the guild embed: these operations go through its request manager (docs/for-bots.md).
 */
test('discord.js 13, unmodified, plays the round of a guild over TLS', playRoundOverTls('discord-js-13'));
