import type { Static, TSchema } from 'typebox';
import { type Validator, validator } from '../../protocol/schema.js';
import type { DriverName } from '../drivers.js';

/**
 * The messages between the daemon and one driver process, declared once for both ends: the daemon sends requests by
 * name and gets replies with a schema, and notices without a reply; the driver sends events by name.
 */
export interface DriverContract {
  readonly name: DriverName;
  /** request → schema of its reply. Requests are idempotent: one that is interrupted by a crash is sent again */
  readonly requests: Readonly<Record<string, TSchema>>;
  /**
   * notice → schema of its value. Notices arrive in order, also before replies to earlier requests; one that a crash
   * interrupts is lost
   */
  readonly notices?: Readonly<Record<string, TSchema>>;
  /** event → schema of its value */
  readonly events: Readonly<Record<string, TSchema>>;
  /** how long the driver may block its process, in milliseconds; after that it counts as hung and is killed */
  readonly patienceMs: number;
  /** how long the process is kept after its last use, in milliseconds */
  readonly graceMs: number;
}

export type RequestsOf<C extends DriverContract> = {
  [Name in keyof C['requests'] & string]: Static<C['requests'][Name]>;
};

export type EventsOf<C extends DriverContract> = {
  [Name in keyof C['events'] & string]: Static<C['events'][Name]>;
};

export type NoticesOf<C extends DriverContract> = {
  [Name in keyof NonNullable<C['notices']> & string]: Static<NonNullable<C['notices']>[Name]>;
};

/** Keeps the literal types of a contract. */
export function driverContract<const C extends DriverContract>(contract: C): C {
  return contract;
}

/** Checks the messages of a driver process against its contract. */
export class ContractCheck<C extends DriverContract> {
  readonly #replies: ReadonlyMap<string, Validator<unknown>>;
  readonly #events: ReadonlyMap<string, Validator<unknown>>;

  constructor(contract: C) {
    this.#replies = validators(contract.requests);
    this.#events = validators(contract.events);
  }

  isReply<Name extends keyof RequestsOf<C>>(method: Name, value: unknown): value is RequestsOf<C>[Name] {
    return this.#replies.get(method)?.is(value) ?? false;
  }

  isEvent(event: { name: string; value: unknown }): event is DriverEvent<C> {
    return this.#events.get(event.name)?.is(event.value) ?? false;
  }
}

/** An event of a driver with the value that belongs to its name. */
export type DriverEvent<C extends DriverContract> = {
  [Name in keyof EventsOf<C>]: { name: Name; value: EventsOf<C>[Name] };
}[keyof EventsOf<C>];

function validators(schemas: Readonly<Record<string, TSchema>>): Map<string, Validator<unknown>> {
  return new Map(Object.entries(schemas).map(([name, schema]) => [name, validator(schema)]));
}
