import type { TestService } from './test-service.js';

/** A call that has its result and does not return it yet. */
export interface HeldCall {
  /** resolves once the call has its result */
  readonly reached: Promise<void>;
  release(): void;
}

/**
 * Holds the next call of a method after it has read, so that something else can happen before its caller continues.
 *
 * @param before how many calls are not held before that
 */
export function holdNext<Name extends string>(
  target: Record<Name, (...args: never[]) => Promise<unknown>>,
  name: Name,
  before = 0,
): HeldCall {
  const original = target[name];
  let reach = () => {};
  let release = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let passing = before;
  target[name] = async function (this: unknown, ...args: never[]): Promise<unknown> {
    if (passing > 0) {
      passing -= 1;
      return original.apply(this, args);
    }
    target[name] = original;
    const result = await original.apply(this, args);
    reach();
    await released;
    return result;
  };
  return { reached, release };
}

/** How often the store is read meanwhile: several times what a change needs. */
const READS = 500;

/** Lets a task end if nothing keeps it waiting: the service keeps reading its store meanwhile. */
export async function tryToEnd({ api }: TestService, task: Promise<unknown>): Promise<void> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  task.then(end, end);
  for (let reads = 0; reads < READS && !isOver; reads += 1) await api.administration.listApplications();
}
