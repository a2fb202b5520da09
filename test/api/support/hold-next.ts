/** A call that has its result and does not return it yet. */
export interface HeldCall {
  /** resolves once the call has its result */
  readonly reached: Promise<void>;
  release(): void;
}

/**
 * Holds the next call of a method after it has read, so that something else can happen before its caller goes on.
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

/** Lets a task end if nothing keeps it waiting. A task that rightly waits costs this long. */
export async function tryToEnd(task: Promise<unknown>): Promise<void> {
  await Promise.race([task, new Promise((resolve) => setTimeout(resolve, 300))]);
}
