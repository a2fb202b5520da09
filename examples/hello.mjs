// The smallest client: asks the person for access, then prints the messages of a channel:
//   guildhall demo --json > demo.json && node examples/hello.mjs
import { existsSync, readFileSync } from 'node:fs';
import WebSocket from 'ws';

if (!existsSync('demo.json')) {
  console.error('There is no demo.json. Make it with: guildhall demo --json > demo.json');
  process.exit(1);
}
const { application, api_url, message } = JSON.parse(readFileSync('demo.json', 'utf8'));
const port = process.env.RPC_PORT ?? 6463;
const origin = application.rpc_origins[0];
const socket = new WebSocket(`ws://127.0.0.1:${port}/?v=1&client_id=${application.id}`, { origin });
const send = (payload) => socket.send(JSON.stringify({ nonce: crypto.randomUUID(), ...payload }));

socket.on('message', async (frame) => {
  const { cmd, evt, data } = JSON.parse(frame);
  console.log(evt ?? cmd, JSON.stringify(data));
  if (evt === 'ERROR') socket.close();
  else if (evt === 'READY')
    send({
      cmd: 'AUTHORIZE',
      args: { client_id: application.id, scopes: ['rpc', 'identify', 'messages.read'] },
    });
  else if (cmd === 'AUTHORIZE')
    send({ cmd: 'AUTHENTICATE', args: { access_token: await exchange(data.code) } });
  else if (cmd === 'AUTHENTICATE')
    send({ cmd: 'SUBSCRIBE', evt: 'MESSAGE_CREATE', args: { channel_id: message.channel_id } });
});

socket.on('close', (code, reason) => console.log('closed', code, String(reason)));
socket.on('error', ({ message }) => console.log(message, '(does guildhall start run?)'));

async function exchange(code) {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    client_id: application.id,
    client_secret: application.client_secret,
    redirect_uri: application.redirect_uris[0],
  });
  const response = await fetch(`${api_url}/oauth2/token`, { method: 'POST', body });
  return (await response.json()).access_token;
}
