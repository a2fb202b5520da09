/**
 * What every command, event and operation declares, whatever its protocol (docs/architecture.md, How a declaration is
 * made). Each protocol extends it with schemas and a handler; the documentation is generated from it.
 *
 * @template Access who may use it, in the terms of the protocol
 * @template ErrorName the names of the protocol's error table
 */
export interface Declared<Access = unknown, ErrorName extends string = string> {
  /** unique in its table, e.g. `GET_GUILD` or `Get guild member` */
  readonly name: string;
  /** what it does, in one plain sentence that the documentation shows in lists and headings */
  readonly summary: string;
  /** more about it for the documentation, in Markdown: conditions, side effects and limits */
  readonly details?: string;
  readonly access: Access;
  /** the errors it may answer with, besides those that every declaration of its protocol may */
  readonly errors: readonly ErrorName[];
}
