import Type, { type Static } from 'typebox';
import { TimestampSchema } from '../schema.js';

const OptionalText = Type.Optional(Type.String());
const ImageSchema = Type.Object({ url: Type.String() });

/** An embed of a message (docs/rest.md, Embeds); fields that were not given are absent. */
export const EmbedSchema = Type.Object({
  type: Type.Literal('rich'),
  title: OptionalText,
  description: OptionalText,
  url: OptionalText,
  timestamp: Type.Optional(TimestampSchema),
  color: Type.Optional(Type.Integer()),
  footer: Type.Optional(Type.Object({ text: Type.String(), icon_url: OptionalText })),
  image: Type.Optional(ImageSchema),
  thumbnail: Type.Optional(ImageSchema),
  author: Type.Optional(Type.Object({ name: Type.String(), url: OptionalText, icon_url: OptionalText })),
  fields: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), value: Type.String(), inline: Type.Boolean() })),
  ),
});
export type Embed = Static<typeof EmbedSchema>;
