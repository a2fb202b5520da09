import Type from 'typebox';

/** The body of operations that take none. */
export const NoBody = Type.Object({});
