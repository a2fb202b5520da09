// Posts a message as the demo's bot: node examples/say.mjs "Hello"
import { existsSync, readFileSync } from 'node:fs';

if (!existsSync('demo.json')) {
  console.error('There is no demo.json. Make it with: guildhall demo --json > demo.json');
  process.exit(1);
}
const { application, api_url, message } = JSON.parse(readFileSync('demo.json', 'utf8'));
const response = await fetch(`${api_url}/channels/${message.channel_id}/messages`, {
  method: 'POST',
  headers: { authorization: `Bot ${application.bot.token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ content: process.argv[2] ?? 'Hello' }),
}).catch(() => {
  console.error(`No service answers at ${api_url}. Start it with: guildhall start`);
  console.error('If it has another port now, make demo.json again.');
  process.exit(1);
});
if (response.status === 401) {
  console.error('The demo is gone. Make it again with: guildhall demo --json > demo.json');
  process.exit(1);
}
console.log(response.status, await response.text());
