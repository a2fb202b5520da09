import type { Declared } from './declared.js';

/**
 * Creates the table of one protocol's declarations by name.
 *
 * @throws {DuplicateDeclarationError} if two have the same name
 */
export function tableByName<Declaration extends Pick<Declared, 'name'>>(
  declarations: readonly Declaration[],
): ReadonlyMap<string, Declaration> {
  const table = new Map<string, Declaration>();
  for (const declaration of declarations) addUnique(table, declaration.name, declaration);
  return table;
}

/** @throws {DuplicateDeclarationError} if the table has the key */
export function addUnique<Declaration>(
  table: Map<string, Declaration>,
  key: string,
  declaration: Declaration,
): void {
  if (table.has(key)) throw new DuplicateDeclarationError(key);
  table.set(key, declaration);
}

/** Two declarations have the same name, or the same method and path. */
export class DuplicateDeclarationError extends Error {
  override readonly name = 'DuplicateDeclarationError';

  constructor(key: string) {
    super(`${key} is declared twice`);
  }
}
