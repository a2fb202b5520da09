import { WebSocketServer } from 'ws';
import { MockRpc } from '../helpers/mock-rpc.js';
import { guild, textChannel } from '../helpers/objects.js';

/**
 * The servers of the RPC benches, in a process of their own: ours over mocks, and a bare `ws` that answers the same
 * bytes. Told what to do by messages from the bench.
 */
const mock = await MockRpc.start({
  // What is measured is the work, not the limit on it.
  limits: {
    messagesPerSecond: Number.MAX_SAFE_INTEGER,
    workPerSecond: Number.MAX_SAFE_INTEGER,
    connectionsPerApplication: 2_000,
  },
});
mock.client.addGuild(
  guild('200', { channels: [textChannel('11', { topic: 'talk' }), textChannel('12', { type: 2 })] }),
);
const token = mock.grant(['rpc']);

const bare = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
let reply: unknown = null;
bare.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { nonce } = JSON.parse(String(data));
    socket.send(JSON.stringify({ ...(reply as object), nonce }));
  });
});
await new Promise((resolve) => bare.once('listening', resolve));
const address = bare.address();

process.on('message', (message: { do: string; reply?: unknown; userId?: string }) => {
  switch (message.do) {
    case 'reply':
      reply = message.reply;
      process.send?.('done');
      break;
    case 'speak-ours':
      mock.link.emit('speakingStart', { channelId: '12', userId: message.userId ?? '' });
      break;
    case 'speak-bare': {
      const frame = {
        cmd: 'DISPATCH',
        data: { user_id: message.userId },
        evt: 'SPEAKING_START',
        nonce: null,
      };
      const text = JSON.stringify(frame);
      for (const socket of bare.clients) socket.send(text);
      break;
    }
    case 'stop':
      process.exit(0);
  }
});
process.send?.({ ours: mock.port, bare: typeof address === 'object' ? address?.port : 0, token });
