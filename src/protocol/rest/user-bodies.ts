import Type from 'typebox';
import { Nullable } from '../schema.js';
import { ImageSchema } from './fields.js';

/** PATCH /users/@me (rest-facts.md, Routes next door). Null takes the avatar away. */
export const ModifyUserBody = Type.Object({
  username: Type.Optional(Nullable(Type.String({ minLength: 2, maxLength: 32 }))),
  avatar: Type.Optional(Nullable(ImageSchema)),
});
