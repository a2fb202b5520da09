import { addUnique, tableByName } from './declaration-table.js';
import type { Declared } from './declared.js';
import { shapeOf } from './path-template.js';

/** A declaration with method and path. */
export interface Routed {
  readonly method: string;
  /** a path template */
  readonly path: string;
}

/**
 * The operations of one protocol, in the order in which the documentation lists them.
 *
 * @throws {DuplicateDeclarationError} if two have the same name, or the same method and match the same paths
 */
export function operationList<Declaration extends Pick<Declared, 'name'> & Routed>(
  declarations: readonly Declaration[],
): readonly Declaration[] {
  const byName = tableByName(declarations);
  new RouteTable(declarations);
  return [...byName.values()];
}

/** The shape of a segment that is a parameter. */
const PARAMETER = '{}';

/** Where a path leads to: the declarations of its methods, and the places below it. */
class Place<Declaration> {
  readonly byMethod = new Map<string, Declaration>();
  /** by the shape of the next segment */
  readonly below = new Map<string, Place<Declaration>>();

  at(shape: string): Place<Declaration> {
    const place = this.below.get(shape) ?? new Place<Declaration>();
    this.below.set(shape, place);
    return place;
  }

  /** The places that a path leads to, the most specific first. @param index of the next segment */
  *matching(segments: readonly string[], index = 0): Generator<Place<Declaration>> {
    const segment = segments[index];
    if (segment === undefined) {
      yield this;
      return;
    }
    const [exact, any] = [this.below.get(segment), this.below.get(PARAMETER)];
    if (exact !== undefined) yield* exact.matching(segments, index + 1);
    if (any !== undefined && segment !== '') yield* any.matching(segments, index + 1);
  }
}

/** Declarations by method and path: a tree of segments. A parameter is a whole segment that is not empty. */
export class RouteTable<Declaration extends Routed> {
  readonly #root = new Place<Declaration>();

  /** @throws {DuplicateDeclarationError} if two have the same method and match the same paths */
  constructor(declarations: readonly Declaration[]) {
    const declared = new Map<string, Declaration>();
    for (const declaration of declarations) {
      const { method } = declaration;
      const shape = shapeOf(declaration.path);
      addUnique(declared, `${method} ${shape}`, declaration);
      let place = this.#root;
      for (const segment of splitPath(shape)) place = place.at(segment);
      place.byMethod.set(method, declaration);
    }
  }

  /**
   * Finds the declaration for a request, the most specific if several match: `/users/@me` before `/users/{user.id}`.
   *
   * @param segments of the path, see `splitPath`
   */
  find(method: string, segments: readonly string[]): Declaration | null {
    for (const { byMethod } of this.#root.matching(segments)) {
      const declaration = byMethod.get(method);
      if (declaration !== undefined) return declaration;
    }
    return null;
  }

  /** The methods of a path; empty if the path is unknown. */
  methodsAt(path: string): string[] {
    const places = [...this.#root.matching(splitPath(path))];
    return [...new Set(places.flatMap(({ byMethod }) => [...byMethod.keys()]))];
  }
}

/** The segments of a path that begins with a slash: `/users/@me` has `users` and `@me`. */
export function splitPath(path: string): string[] {
  return path.split('/').slice(1);
}
