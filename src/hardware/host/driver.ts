import type { DriverContract, EventsOf, NoticesOf, RequestsOf } from './contract.js';

/** The part of a driver that runs in its process. */
export interface DriverImplementation<C extends DriverContract> {
  /** handlers of the requests of its contract; they run one after the other */
  readonly requests: { readonly [Name in keyof RequestsOf<C>]: Answer<RequestsOf<C>[Name]> };
  /** handlers of its notices; each must be fast, and a request that is being handled does not delay it */
  readonly notices?: { readonly [Name in keyof NoticesOf<C>]: (value: NoticesOf<C>[Name]) => void };
}

/** @param argument what the request is about, e.g. the id of a device; empty for most requests */
type Answer<Reply> = (argument: string) => Promise<Reply>;

export type EmitEvent<C extends DriverContract> = <Name extends keyof EventsOf<C>>(
  name: Name,
  value: EventsOf<C>[Name],
) => void;

/** A driver as run by its process, independent of its contract. */
export interface HostedDriver {
  /** Loads the driver. @throws {DriverUnavailableError} if this machine lacks something it needs */
  start(emit: (name: string, value: unknown) => void): Promise<RunningDriver>;
}

export interface RunningDriver {
  /** @throws {UnknownRequestError} */
  request(method: string, argument: string): Promise<unknown>;
  /** Ignores notices that the driver does not know. */
  notice(name: string, value: unknown): void;
}

/** The driver has no such request. */
class UnknownRequestError extends Error {
  override readonly name = 'UnknownRequestError';
}

/** Binds the implementation of a driver to its contract, of which the process needs only the types. */
export function hostedDriver<C extends DriverContract>(
  start: (emit: EmitEvent<C>) => Promise<DriverImplementation<C>>,
): HostedDriver {
  return {
    async start(emit) {
      const { notices = {}, requests } = await start(emit);
      const byName = new Map<string, Answer<unknown>>(Object.entries(requests));
      // The daemon is trusted to send values of the contract.
      const handlers = new Map<string, (value: never) => void>(Object.entries(notices));
      return {
        notice: (name, value) => handlers.get(name)?.(value as never),
        async request(method, argument) {
          const answer = byName.get(method);
          if (answer === undefined) throw new UnknownRequestError(method);
          return await answer(argument);
        },
      };
    },
  };
}
