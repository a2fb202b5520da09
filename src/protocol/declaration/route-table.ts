import { addUnique, tableByName } from './declaration-table.js';
import type { Declared } from './declared.js';
import { shapeOf, toPathMatcher } from './path-template.js';

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

interface Place<Declaration> {
  readonly matcher: RegExp;
  readonly byMethod: Map<string, Declaration>;
}

/** Declarations by method and path. */
export class RouteTable<Declaration extends Routed> {
  readonly #places: readonly Place<Declaration>[];

  /** @throws {DuplicateDeclarationError} if two have the same method and match the same paths */
  constructor(declarations: readonly Declaration[]) {
    const declared = new Map<string, Declaration>();
    const places = new Map<string, Place<Declaration>>();
    for (const declaration of declarations) {
      const { method, path } = declaration;
      const shape = shapeOf(path);
      addUnique(declared, `${method} ${shape}`, declaration);
      const place = places.get(shape) ?? { matcher: toPathMatcher(path), byMethod: new Map() };
      place.byMethod.set(method, declaration);
      places.set(shape, place);
    }
    this.#places = [...places].sort(([a], [b]) => compareExactness(a, b)).map(([, place]) => place);
  }

  /**
   * Finds the declaration for a request, the most specific if several match: `/users/@me` before `/users/{user.id}`.
   */
  find(method: string, path: string): Declaration | null {
    for (const { matcher, byMethod } of this.#places) {
      const declaration = byMethod.get(method);
      if (declaration !== undefined && matcher.test(path)) return declaration;
    }
    return null;
  }

  /** The methods of a path; empty if the path is unknown. */
  methodsAt(path: string): string[] {
    const matching = this.#places.filter(({ matcher }) => matcher.test(path));
    return [...new Set(matching.flatMap(({ byMethod }) => [...byMethod.keys()]))];
  }
}

/** Sorts shapes so that text comes before a parameter at the first segment that differs. */
function compareExactness(a: string, b: string): number {
  const [first, second] = [a, b].map((shape) =>
    shape
      .split('/')
      .map((segment) => (segment.includes('{}') ? '1' : '0'))
      .join(''),
  );
  return (first ?? '') < (second ?? '') ? -1 : Number(first !== second);
}
