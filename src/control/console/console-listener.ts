import type { Server } from 'node:http';
import type { Server as TcpServer } from 'node:net';
import { hasIpv6Loopback, listenOnIpv6Loopback } from '../../net/ipv6-loopback.js';
import { UserError } from '../../platform/errors.js';
import { bindPort, describePortInUse } from '../../platform/sockets/bind-port.js';
import { createConsoleName } from './console-host.js';

const HOST = '127.0.0.1';
const FLAG = '--console-port';
/** The port of the console unless another is chosen. */
const USUAL_PORT = 6490;
/** The number of ports that are tried after that. */
const MORE_PORTS = 50;

/** Where the console listens. */
export interface ConsoleAddress {
  /** the address that stays the same, e.g. `http://127.0.0.1:6490/` */
  readonly url: string;
  /** the origin of this run, e.g. `http://guildhall-….localhost:6490` */
  readonly origin: string;
  /** of ::1; null if there is none */
  readonly ipv6: TcpServer | null;
}

/**
 * Binds a port of 127.0.0.1 and the same one of ::1.
 *
 * @param chosen 0: any free port; null: 6490, or one after it if that is in use
 * @param hasNames whether the browsers of this machine resolve every name under `localhost` to it
 * @throws {UserError} if the port is in use
 */
export async function bindConsole(
  server: Server,
  chosen: number | null,
  hasNames: boolean,
): Promise<ConsoleAddress> {
  const last = USUAL_PORT + MORE_PORTS;
  let usual = USUAL_PORT;
  for (let tries = 0; tries <= MORE_PORTS; tries += 1) {
    const port = await bindPort(server, { host: HOST, chosen, usual, more: last - usual, flag: FLAG });
    const ipv6 = await listenOnIpv6Loopback(server, port);
    if (ipv6 !== 'taken') return toAddress(port, ipv6 === 'unavailable' ? null : ipv6, hasNames);
    await new Promise<void>((resolve) => server.close(() => resolve()));
    if (chosen !== null && chosen !== 0) throw inUse(await describePortInUse(port));
    usual = port + 1;
  }
  throw inUse(`no port from ${USUAL_PORT} to ${last} is free on ::1`);
}

function toAddress(port: number, ipv6: TcpServer | null, hasNames: boolean): ConsoleAddress {
  // Where ::1 is there but cannot be bound, a name could lead to a program of another user.
  const isSafe = hasNames && (ipv6 !== null || !hasIpv6Loopback());
  return {
    url: `http://${HOST}:${port}/`,
    origin: `http://${isSafe ? createConsoleName() : HOST}:${port}`,
    ipv6,
  };
}

function inUse(message: string): UserError {
  return new UserError(message, `Choose another with ${FLAG}`);
}
