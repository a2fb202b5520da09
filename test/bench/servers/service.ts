import { fileURLToPath } from 'node:url';
import { type HttpRequest, toRequest } from '../generators/load.js';
import { ServerProcess } from './server-process.js';

export interface ServiceOptions {
  /** the maximum number of changes per transaction of the store; unlimited by default */
  readonly changesOfCommit?: number;
  /** of the guild, by default the bot alone */
  readonly members?: number;
}

export interface ToldOfService {
  readonly url: string;
  /** the bot's Authorization header */
  readonly bot: string;
  readonly botId: string;
  readonly guildId: string;
  /** a guild of ten */
  readonly smallGuildId: string;
}

export type Service = ServerProcess<ToldOfService>;

const PROGRAM = fileURLToPath(import.meta.resolve('./service-process.js'));

/** Starts the service without the rest of the daemon. */
export function startService(options: ServiceOptions): Promise<Service> {
  return ServerProcess.start<ToldOfService>(PROGRAM, options);
}

/** A request of the service's bot. */
export function serviceRequest({ told }: Service, method: string, path: string, body?: string): HttpRequest {
  return toRequest({ url: told.url, authorization: told.bot }, method, path, body);
}
