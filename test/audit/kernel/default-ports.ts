import { DaemonProcess } from './daemon-process.js';
import { textAt } from './json.js';
import { RpcConnection } from './rpc-connection.js';

/**
 * A program: starts two daemons that are told no RPC ports, connects to each, and prints the ports they took. It runs
 * in a network namespace, where the default ports are free.
 */

const ORIGIN = 'http://localhost:3000';

// The daemons end with this process, also where it is stopped early.
process.once('SIGTERM', () => process.exit(1));

const daemons: DaemonProcess[] = [];
try {
  for (let started = 0; started < 2; started += 1) daemons.push(await DaemonProcess.start({}, null));
  for (const daemon of daemons) await connectTo(daemon);
  console.log(JSON.stringify(daemons.map(({ rpcPort }) => rpcPort)));
} finally {
  for (const daemon of daemons) await daemon.stop();
}

/** @throws WrongReply if the daemon sends no READY */
async function connectTo(daemon: DaemonProcess): Promise<void> {
  const app = await daemon.cli('apps', 'create', '--name', 'Game', '--origin', ORIGIN, '--approved');
  const address = { port: daemon.rpcPort, clientId: textAt(app, 'id'), origin: ORIGIN };
  const connection = RpcConnection.open(address);
  await connection.event('READY');
  await connection.close();
}
