import { once } from 'node:events';
import type { Server } from 'node:net';
import { NextTickShape } from '#guildhall/platform/processes/next-tick-shape.js';
import type { Bound } from './bound.js';

/** Runs the server of a bound in this process, until the process that started it ends the channel. */
export async function serveBound<Kind extends Bound>(
  create: (bound: Kind) => Server | Promise<Server>,
): Promise<void> {
  // Otherwise chance would decide which of the servers V8 makes slower.
  const nextTickShape = new NextTickShape();
  nextTickShape.start();
  process.once('disconnect', () => {
    nextTickShape.stop();
    process.exit(0);
  });
  const [bound] = (await once(process, 'message')) as [Kind];
  const server = await create(bound);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : 0);
}
