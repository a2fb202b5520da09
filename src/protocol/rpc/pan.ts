import Type from 'typebox';

/** How loud a user is in each ear, 0.0–1.0. */
export const PanSchema = Type.Object({
  left: Type.Number({ minimum: 0, maximum: 1 }),
  right: Type.Number({ minimum: 0, maximum: 1 }),
});
