import { messageOf, UserError } from '../../../platform/errors.js';
import type { Logger } from '../../../platform/log.js';
import type { Bus } from '../bus.js';
import { NatsBus } from './nats-bus.js';
import { type NatsAddress, natsOptions } from './nats-options.js';

/**
 * Connects to NATS. The package is loaded here and nowhere else, so that a service without a bus does not load it.
 *
 * @param name of the node
 * @throws {UserError} the address is invalid, a file is missing, or no server can be reached or accepts the node
 */
export async function openNatsBus(address: NatsAddress, name: string, log: Logger): Promise<Bus> {
  const options = await natsOptions(address, name);
  const { connect, RequestError } = await import('@nats-io/transport-node');
  const connection = await connect(options).catch((error: unknown) => {
    throw new UserError(
      `the bus cannot be used: ${messageOf(error)}`,
      'Check that its server runs, its address, its certificate and the password file',
    );
  });
  const isNoResponder = (error: unknown) => error instanceof RequestError && error.isNoResponders();
  return new NatsBus({ connection, log, isNoResponder });
}
