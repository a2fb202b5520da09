import { once } from 'node:events';
import type { Server } from 'node:net';
import type { Bound } from './bound.js';

/** Runs the server of a bound in this process, until the process that started it ends the channel. */
export async function serveBound<Kind extends Bound>(
  create: (bound: Kind) => Server | Promise<Server>,
): Promise<void> {
  process.once('disconnect', () => process.exit(0));
  const [bound] = (await once(process, 'message')) as [Kind];
  const server = await create(bound);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : 0);
}
