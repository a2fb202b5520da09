// The smallest bot, with discord.js 14: prints messages, and answers !ping.
//   npm install discord.js@14 && guildhall demo --json > demo.json && node bot.mjs
import { existsSync, readFileSync } from 'node:fs';
import { Client } from 'discord.js';

if (!existsSync('demo.json')) {
  console.error('There is no demo.json. Make it with: guildhall demo --json > demo.json');
  process.exit(1);
}
const { application, api_url: api } = JSON.parse(readFileSync('demo.json', 'utf8'));
const client = new Client({
  intents: ['Guilds', 'GuildMessages', 'MessageContent'],
  rest: { version: '6', api },
  ws: { version: 6 },
});

client.on('clientReady', () => console.log(`signed in as ${client.user.tag}`));
client.on('messageCreate', async (message) => {
  console.log(`${message.author.tag}: ${message.content}`);
  if (message.content === '!ping') await message.channel.send('pong');
});

await client.login(application.bot.token).catch((error) => {
  if (error.code !== 'ECONNREFUSED') throw error;
  console.error(`No service answers at ${api}. Start it with: guildhall start`);
  console.error('If it has another port now, make demo.json again.');
  process.exit(1);
});
