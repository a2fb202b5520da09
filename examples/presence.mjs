// Shows others what the person plays, as long as it runs. The person is not asked, and sees which program it is:
//   guildhall demo --json > demo.json && node examples/presence.mjs
import { existsSync, readFileSync } from 'node:fs';
import { GuildhallClient } from 'guildhall/client';

if (!existsSync('demo.json')) {
  console.error('There is no demo.json. Make it with: guildhall demo --json > demo.json');
  process.exit(1);
}
const { application } = JSON.parse(readFileSync('demo.json', 'utf8'));
const client = new GuildhallClient({ clientId: application.id, transport: 'ipc' });

const show = () =>
  client.request('SET_ACTIVITY', {
    pid: process.pid,
    activity: {
      details: 'Castle',
      state: 'Round 3',
      timestamps: { start: Math.floor(Date.now() / 1000) },
      party: { id: 'party-1', size: [2, 4] },
    },
  });

client.on('reconnected', show);
client.on('closed', ({ code, reason }) => console.log('closed', code, reason));
await client.connect().catch((error) => {
  // For example because no daemon runs.
  console.error(error.message);
  process.exit(1);
});
console.log('connected to', client.address);
const { name, details } = await show();
console.log(`others see: Playing ${name} – ${details}`);
