import type { MultipartBody } from '../attachments/read-parts.js';
import type { Caller } from '../core/caller.js';
import type { Endpoint } from './endpoint.js';
import type { Call } from './operation.js';

/** A call that was authenticated and counted, as it can be carried out here or on another node. */
export interface ReceivedCall {
  readonly method: string;
  /** as in the request line */
  readonly target: string;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller | null;
  readonly reason: string | null;
  readonly address: string;
  /** as the client sent it; undefined: none */
  readonly body: unknown;
  readonly upload: MultipartBody | null;
  /** Carries it out on this node. */
  here(): unknown;
}

/** Carries out calls on the nodes that own their guilds. */
export interface Forwarding {
  /**
   * @param toReceived makes what is sent to another node
   * @returns what a handler returns
   * @throws what a handler throws; {ForwardedError} the error of another node
   */
  run(endpoint: Endpoint, call: Call<string, unknown, unknown>, toReceived: () => ReceivedCall): unknown;
}

/** Of the only process, which owns every guild. */
export const CARRIED_OUT_HERE: Forwarding = {
  run: ({ operation }, call) => operation.handle(call),
};
