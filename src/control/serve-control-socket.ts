import type { RequestListener } from 'node:http';
import type { PeerCheck } from '../net/peer-check.js';
import type { HomeFiles } from '../platform/home.js';
import type { Lifecycle } from '../platform/lifecycle.js';
import { type AnyContext, buildControlApplication, type ControlApplicationOptions } from './application.js';
import { ControlSocket } from './control-socket.js';

export interface ServedControl<Context extends AnyContext>
  extends Pick<ControlApplicationOptions<Context>, 'control' | 'operations' | 'unknown'> {
  readonly files: HomeFiles;
  /** decides who may connect to the control socket, besides its file mode */
  readonly socketPeers: PeerCheck;
}

/** Serves operations to the CLI until the lifecycle ends. @throws {UserError} if the home is in use */
export async function serveControlSocket<Context extends AnyContext>(
  { files, socketPeers, ...options }: ServedControl<Context>,
  lifecycle: Lifecycle,
): Promise<void> {
  const app = buildControlApplication<Context>({ ...options, prefix: '', caller: 'cli' });
  lifecycle.add('control operations', { stop: () => app.close() });
  await app.ready();
  const listener: RequestListener = (request, response) => app.routing(request, response);
  const socket = lifecycle.add('control socket', await ControlSocket.listen(files, socketPeers, listener));
  lifecycle.add('control socket check', socket.restoreIfRemoved(options.control));
}
