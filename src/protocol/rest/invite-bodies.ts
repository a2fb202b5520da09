import Type from 'typebox';
import { Nullable } from '../schema.js';

const WEEK = 604_800;

/** POST /channels/{channel.id}/invites (docs/rest.md, Objects). */
export const CreateInviteBody = Type.Object({
  /** seconds; 0: never expires */
  max_age: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: WEEK }))),
  /** 0: unlimited */
  max_uses: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
  temporary: Type.Optional(Nullable(Type.Boolean())),
  /**
   * true: always creates a new one; otherwise the caller's invite with the same channel, age, uses and kind is returned
   */
  unique: Type.Optional(Nullable(Type.Boolean())),
});
