/**
 * Makes V8 keep one shape for the objects that `process.nextTick` queues, to be called before anything else of a server
 * happens. Every response and frame queues one. Their ids are small integers or other numbers, depending on whether the
 * code that counts them is optimized yet; when the kind changes, V8 replaces the shape, and if nextTick was optimized
 * for the old one, it builds each object property by property in its runtime from then on, for as long as the process
 * runs. That costs a fifth of a short request (docs/performance.md, What costs remain). An object of the same shape
 * whose ids are no numbers makes the shape general once and for all.
 */
export function stabilizeNextTick(): void {
  const timer = setTimeout(doNothing, 0);
  clearTimeout(timer);
  const [asyncId, triggerId] = ['asyncId', 'triggerId'].map((name) =>
    Object.getOwnPropertySymbols(timer).find(({ description }) => description === name),
  );
  // Other versions of Node.js may have other names: then this has no effect.
  if (asyncId !== undefined && triggerId !== undefined) createTickObject(asyncId, triggerId, timer);
}

/** An object like those of nextTick: the order of the properties decides its shape. */
export function createTickObject(asyncId: symbol, triggerId: symbol, id: unknown): object {
  return { [asyncId]: id, [triggerId]: id, callback: doNothing, args: undefined };
}

function doNothing(): void {}
