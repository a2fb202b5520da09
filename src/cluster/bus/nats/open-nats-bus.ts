import { isUnreachable } from '../../../net/is-unreachable.js';
import { systemClock } from '../../../platform/clock.js';
import { messageOf, UserError } from '../../../platform/errors.js';
import type { Logger } from '../../../platform/log.js';
import type { Bus } from '../bus.js';
import { PendingBus } from '../pending-bus.js';
import { NatsBus } from './nats-bus.js';
import { type NatsAddress, natsOptions } from './nats-options.js';

const OPEN =
  'the server of the bus asks for no password; other users can read and stop the messages of nodes';
const OPEN_HINT = 'Let it ask for a password, and name the file with it with --bus-password-file';
const HINT = 'Check that its server runs, its address, its certificate and the password file';

/**
 * Connects to NATS. If no server can be reached, the bus keeps trying and is not connected meanwhile. The package is
 * loaded here and nowhere else, so that a service without a bus does not load it.
 *
 * @param name of the node
 * @param openServer called after each connection to a server that lets anybody in; by default the log has a warning
 * @throws {UserError} the address is invalid, a file is missing, or a server refuses the node
 */
export async function openNatsBus(
  address: NatsAddress,
  name: string,
  log: Logger,
  openServer: () => void = () => log.warn({ hint: OPEN_HINT }, OPEN),
): Promise<Bus> {
  const { connect, RequestError, TimeoutError } = await import('@nats-io/transport-node');
  const isNoResponder = (error: unknown) => error instanceof RequestError && error.isNoResponders();
  // Certificates and passwords are replaced, so they are read for each connection.
  const open = async () => {
    const connection = await connect(await natsOptions(address, name));
    const { auth_required: asksForPassword = false, tls_verify: asksForCertificate = false } =
      connection.info ?? {};
    if (!asksForPassword && !asksForCertificate) openServer();
    return new NatsBus({ connection, log, isNoResponder });
  };
  try {
    return await open();
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (!(error instanceof TimeoutError) && !isUnreachable(error)) {
      throw new UserError(`the bus cannot be used: ${messageOf(error)}`, HINT);
    }
    log.warn(
      { err: error, hint: HINT },
      'failed to reach the bus; only guilds of this node are served until it is connected',
    );
    return new PendingBus({ open, clock: systemClock, log });
  }
}
