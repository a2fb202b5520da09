import type { Server } from 'node:net';
import { UserError } from '../errors.js';
import { describePortHolder, findPortHolder } from '../processes/port-holder.js';
import { listenOnFirstFree, portRange } from './listen.js';

/** The highest TCP port. */
const LAST_PORT = 65_535;

/** Where a server listens. */
export interface ChosenPort {
  readonly host: string;
  /** no other is used; 0: any free one */
  readonly chosen: number;
  /** the flag that chooses, e.g. `--api-port` */
  readonly flag: string;
}

/** Where a server listens that has a usual port. */
export interface WantedPort extends Omit<ChosenPort, 'chosen'> {
  /** null: `usual` or one after it */
  readonly chosen: number | null;
  readonly usual: number;
  /** how many ports after `usual` are tried */
  readonly more: number;
}

/**
 * Binds a server to the port that was chosen (README.md, The command line).
 *
 * @returns the bound port
 * @throws {UserError} that names the program that uses the port
 */
export async function bindChosenPort(server: Server, { chosen, flag, host }: ChosenPort): Promise<number> {
  const bound = await listenOnFirstFree(server, host, [chosen]);
  if (bound === null) throw new UserError(await describePortInUse(chosen), hintFor(flag));
  return bound;
}

/** Binds a server to the port that was chosen, or to its usual one or one after it. As `bindChosenPort`. */
export async function bindPort(server: Server, wanted: WantedPort): Promise<number> {
  const { chosen, flag, host, usual } = wanted;
  if (chosen !== null) return await bindChosenPort(server, { chosen, flag, host });
  const last = Math.min(usual + wanted.more, LAST_PORT);
  const bound = await listenOnFirstFree(server, host, portRange(usual, last));
  if (bound === null)
    throw new UserError(`no port from ${usual} to ${last} is free on ${host}`, hintFor(flag));
  return bound;
}

function hintFor(flag: string): string {
  return `Choose another with ${flag}`;
}

/** Why a port cannot be bound, e.g. `port 6480 is in use by nginx (pid 812)`. */
export async function describePortInUse(port: number): Promise<string> {
  const holder = await findPortHolder(port);
  if (holder === null) return `port ${port} is in use, or reserved for other users`;
  return `port ${port} is in use by ${await describePortHolder(holder)}`;
}
