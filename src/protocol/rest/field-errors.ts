import type { FieldError, FieldErrors } from './errors.js';

/** A field error and its location: property names and array indices from the root of the body. */
export interface LocatedFieldError extends FieldError {
  readonly path: readonly string[];
}

/** Builds the nested `errors` object of an Invalid Form Body from a flat list (docs/rest.md, Errors). */
export function nestFieldErrors(errors: readonly LocatedFieldError[]): FieldErrors {
  // Field names come from the client: without a prototype, `__proto__` is an ordinary key.
  const root: FieldErrors = Object.create(null);
  for (const { path, code, message } of errors) {
    let node = root;
    for (const part of path) {
      const next = node[part];
      if (next !== undefined && !Array.isArray(next)) {
        node = next;
      } else {
        const made: FieldErrors = Object.create(null);
        node[part] = made;
        node = made;
      }
    }
    const list = node._errors;
    if (Array.isArray(list)) list.push({ code, message });
    else node._errors = [{ code, message }];
  }
  return root;
}
