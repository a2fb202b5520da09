import { test } from 'node:test';
import { loginDiscordJs14 } from './support/discord-js-14-client.js';
import { playRound } from './support/play-round.js';

test('discord.js 14, unmodified, plays the round of a guild', playRound(loginDiscordJs14));
