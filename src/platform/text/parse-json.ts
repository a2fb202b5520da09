/** Decides whether a value has a shape. */
export interface Shape<T> {
  is(value: unknown): value is T;
}

/** The value of JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value of JSON text, if it has a shape; null if it is not JSON or has another shape. */
export function readJson<T>(text: string, shape: Shape<T>): T | null {
  const value = parseJson(text);
  return shape.is(value) ? value : null;
}
