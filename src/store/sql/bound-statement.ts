/**
 * A value that can be bound to a `?` of a statement. Ids are decimal text, which integer columns accept without loss.
 */
export type SqlValue = string | number | null;
