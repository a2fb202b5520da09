import { test } from 'node:test';
import { loginDiscordJs } from './support/discord-js-client.js';
import { playRound } from './support/play-round.js';

test('discord.js 14, unmodified, leads the life of a guild and hears of it', playRound(loginDiscordJs));
