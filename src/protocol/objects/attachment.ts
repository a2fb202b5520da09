import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';

/** The maximum number of attachments of a message. */
export const ATTACHMENTS_LIMIT = 10;

/** An attachment in REST and gateway (docs/rest.md, Files). */
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
