/**
 * Continues with a value at once if it is there, so that nothing changes between finding a value and using it, and
 * nothing waits for a promise that is not needed.
 */
export function thenOrNow<Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(use) : use(value);
}
