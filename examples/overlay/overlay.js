// An overlay in a browser: asks the person for access, then shows the messages of a channel. Its server, server.mjs,
// exchanges the code for an access token: it has the application's secret, which must not be in a page.
import { GuildhallClient } from './guildhall-client.js';

const state = document.querySelector('#state');
const messages = document.querySelector('#messages');
const { client_id: clientId, channel_id } = await (await fetch('configuration')).json();
const client = new GuildhallClient({ clientId });

client.on('disconnected', () => show('Connection lost'));
client.on('reconnected', () => show('Connected'));
client.on('closed', ({ reason }) => show(`Closed: ${reason}`));

// Browsers ask for permission to connect to this computer, after a click.
document.querySelector('#connect').addEventListener('click', () => {
  connect().catch((error) => show(error.message));
});

async function connect() {
  show('Waiting for your permission');
  await client.connect();
  const { user } = await client.authorize(['rpc', 'identify', 'messages.read'], exchange);
  await client.subscribe('MESSAGE_CREATE', { channel_id }, ({ message }) => {
    const item = document.createElement('li');
    item.textContent = `${message.author.username}: ${message.content}`;
    messages.append(item);
  });
  show(`Connected as ${user.username}`);
}

/** The overlay's own server answers: no other origin is involved. */
async function exchange(code) {
  const response = await fetch('token', { method: 'POST', body: code });
  if (!response.ok) throw new Error(await response.text());
  return response.text();
}

function show(text) {
  state.textContent = text;
}
