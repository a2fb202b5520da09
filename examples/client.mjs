// With the client library: asks the person for access, lists their guilds and prints the messages of a channel.
// It reconnects automatically:
//   guildhall demo --json > demo.json && node examples/client.mjs
import { existsSync, readFileSync } from 'node:fs';
import { exchangeCode, GuildhallClient } from 'guildhall/client';

if (!existsSync('demo.json')) {
  console.error('There is no demo.json. Make it with: guildhall demo --json > demo.json');
  process.exit(1);
}
const { application, api_url: apiUrl, message } = JSON.parse(readFileSync('demo.json', 'utf8'));
// It tries all ports of RPC, unless one is named.
const ports = process.env.RPC_PORT ? { ports: [Number(process.env.RPC_PORT)] } : {};
const client = new GuildhallClient({
  clientId: application.id,
  origin: application.rpc_origins[0],
  ...ports,
});

client.on('reconnected', () => console.log('connected again'));
client.on('closed', ({ code, reason }) => console.log('closed', code, reason));

await client.connect().catch((error) => {
  // For example because no daemon runs.
  console.error(error.message);
  process.exit(1);
});
console.log('connected to', client.address);
const authorized = client.authorize(['rpc', 'identify', 'messages.read'], async (code) => {
  const token = await exchangeCode({
    apiUrl,
    clientId: application.id,
    clientSecret: application.client_secret,
    code,
    redirectUri: application.redirect_uris[0],
  });
  return token.access_token;
});
const { user } = await authorized.catch((error) => {
  // For example because the person chose Deny.
  console.error(`no access: ${error.message}`);
  process.exit(1);
});
const { guilds } = await client.request('GET_GUILDS', {});
console.log(`${user.username} is in ${guilds.map(({ name }) => name).join(', ')}`);

await client.subscribe('MESSAGE_CREATE', { channel_id: message.channel_id }, ({ message: posted }) => {
  console.log(`${posted.author.username}: ${posted.content}`);
});
console.log('waiting for messages');
