// The smallest client: asks the person for access, then prints the messages of a channel:
//   guildhall demo --json > demo.json && node examples/hello.mjs
import { existsSync, readFileSync } from 'node:fs';
import WebSocket from 'ws';

if (!existsSync('demo.json')) {
  console.error('There is no demo.json. Make it with: guildhall demo --json > demo.json');
  process.exit(1);
}
const { application, api_url, message } = JSON.parse(readFileSync('demo.json', 'utf8'));
const origin = application.rpc_origins[0];
const ports = process.env.RPC_PORT ? [process.env.RPC_PORT] : Array.from({ length: 10 }, (_, n) => 6463 + n);
let socket;
const send = (payload) => socket.send(JSON.stringify({ nonce: crypto.randomUUID(), ...payload }));

async function receive(frame) {
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
}

// Tries the ports in order; the first that sends something is the RPC server.
let [isServer, isAnswered] = [false, false];
for (const port of ports) {
  const url = `ws://127.0.0.1:${port}/?v=1&client_id=${application.id}`;
  socket = new WebSocket(url, { origin }).on('message', receive).on('error', () => {});
  isServer = await new Promise((resolve) => {
    socket.once('message', () => resolve(true));
    socket.once('close', (code, reason) => {
      // 1006: nothing answers at this port, or the connection was lost.
      isAnswered ||= code !== 1006;
      if (isServer || code !== 1006) console.log('closed', code, String(reason));
      resolve(false);
    });
  });
  if (isServer) {
    console.log('connected to port', port);
    break;
  }
}
if (!isServer) {
  console.log(
    isAnswered
      ? 'If the demo was removed, make it again with: guildhall demo --json > demo.json'
      : 'No RPC server answers. Start it with: guildhall start',
  );
}

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
