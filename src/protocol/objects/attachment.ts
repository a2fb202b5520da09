import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';

/** How many files one message may have. */
export const ATTACHMENTS_LIMIT = 10;

/** A file of a message as REST and gateway carry it (docs/rest.md, Files). */
export const AttachmentSchema = Type.Object({
  id: SnowflakeSchema,
  filename: Type.String(),
  /** in bytes */
  size: Type.Integer(),
  url: Type.String(),
  proxy_url: Type.String(),
  /** in pixels; null unless the file is an image */
  width: Type.Optional(Nullable(Type.Integer())),
  height: Type.Optional(Nullable(Type.Integer())),
});
export type Attachment = Static<typeof AttachmentSchema>;
