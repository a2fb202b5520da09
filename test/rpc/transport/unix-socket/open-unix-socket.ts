import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { RPC_CLOSES } from '#guildhall/protocol/rpc/close-codes.js';
import type { Handshake } from '#guildhall/rpc/transport/handshake.js';
import type { OpenTransport, TransportContext } from '#guildhall/rpc/transport/transport.js';
import { UnixSocketChannel } from './unix-socket-channel.js';

/** A transport on a Unix socket: all that another transport needs to be. */
export function openUnixSocket(path: string): OpenTransport {
  return async (context) => {
    const channels = new Set<UnixSocketChannel>();
    const server = createServer({ allowHalfOpen: false }, (socket) => {
      const channel = accept(socket, context);
      channels.add(channel);
      socket.once('close', () => channels.delete(channel));
    });
    context.peers.guard(server);
    server.listen(path);
    await once(server, 'listening');
    return {
      address: { path },
      async stop() {
        const closed = new Promise((resolve) => server.close(resolve));
        for (const channel of channels) channel.close(RPC_CLOSES.GOING_AWAY);
        await closed;
      },
    };
  };
}

function accept(
  socket: Socket,
  { acceptor, clock, limits, peerProcesses, peers }: TransportContext,
): UnixSocketChannel {
  const channel = new UnixSocketChannel(socket, limits, clock, (data) => {
    const { version, encoding, clientId } = JSON.parse(data.toString()) as Partial<Handshake>;
    void acceptor.accept(channel, {
      version: version ?? null,
      encoding: encoding ?? null,
      clientId: clientId ?? null,
      origin: null,
      isAllowedUser: peers.isAllowed(socket),
      isUnnamedPage: false,
      findPeer: () => peerProcesses.find(socket),
    });
  });
  return channel;
}
