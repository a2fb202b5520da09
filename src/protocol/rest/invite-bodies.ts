import Type from 'typebox';
import { Nullable } from '../schema.js';

const WEEK = 604_800;

/** POST /channels/{channel.id}/invites (rest-facts.md, Objects). Every invite made is a new one, so `unique` says nothing. */
export const CreateInviteBody = Type.Object({
  /** seconds; 0: for ever */
  max_age: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: WEEK }))),
  /** 0: as many as there are */
  max_uses: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
  temporary: Type.Optional(Nullable(Type.Boolean())),
  unique: Type.Optional(Nullable(Type.Boolean())),
});
