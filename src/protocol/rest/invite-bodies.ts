import Type from 'typebox';
import { Nullable } from '../schema.js';

const WEEK = 604_800;

/** POST /channels/{channel.id}/invites (docs/rest.md, Objects). */
export const CreateInviteBody = Type.Object({
  /** seconds; 0: for ever */
  max_age: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: WEEK }))),
  /** 0: as many as there are */
  max_uses: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
  temporary: Type.Optional(Nullable(Type.Boolean())),
  /** true: a new one in any case; else the caller's own of the same channel, age, uses and kind is given again */
  unique: Type.Optional(Nullable(Type.Boolean())),
});
