import { test } from 'node:test';
import { playRoundOverTls } from './support/play-round.js';

/**
 * The last version whose gateway version is 6. It has no methods for the guild embed (its own use the later
 * `/guilds/{guild.id}/widget`), and the one that syncs an integration lacks `/sync` in the path: these three
 * operations go through its request manager (docs/for-bots.md).
 */
test('discord.js 12, unmodified, plays the round of a guild over TLS', playRoundOverTls('discord-js-12'));
