import type { DriverContract, EventsOf, RequestsOf } from './contract.js';

/** What a driver does inside its own process. */
export interface DriverImplementation<C extends DriverContract> {
  /** answers to the requests of its contract; one is finished before the next begins */
  readonly requests: { readonly [Name in keyof RequestsOf<C>]: Answer<RequestsOf<C>[Name]> };
}

/** @param argument what the request is about, e.g. the id of a device; empty for most requests */
type Answer<Reply> = (argument: string) => Promise<Reply>;

export type EmitEvent<C extends DriverContract> = <Name extends keyof EventsOf<C>>(
  name: Name,
  value: EventsOf<C>[Name],
) => void;

/** A driver as its process runs it, whatever its contract. */
export interface HostedDriver {
  /** Loads it. @throws {DriverUnavailableError} if this machine lacks something it needs */
  start(
    emit: (name: string, value: unknown) => void,
  ): Promise<{ request(method: string, argument: string): Promise<unknown> }>;
}

/** The driver has no such request. */
export class UnknownRequestError extends Error {
  override readonly name = 'UnknownRequestError';
}

/** Ties a driver's implementation to its contract, of which its process needs the types alone. */
export function hostedDriver<C extends DriverContract>(
  start: (emit: EmitEvent<C>) => Promise<DriverImplementation<C>>,
): HostedDriver {
  return {
    async start(emit) {
      const { requests } = await start(emit);
      const byName = new Map<string, Answer<unknown>>(Object.entries(requests));
      return {
        async request(method, argument) {
          const answer = byName.get(method);
          if (answer === undefined) throw new UnknownRequestError(method);
          return await answer(argument);
        },
      };
    },
  };
}
