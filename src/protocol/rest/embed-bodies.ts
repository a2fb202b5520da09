import Type, { type Static } from 'typebox';
import { Nullable } from '../schema.js';
import { ColorSchema } from './fields.js';

/** Limits of embeds (docs/rest.md, Embeds); lengths are in characters. */
export const EMBED_LIMITS = {
  /** embeds of one message */
  EMBEDS: 10,
  TITLE: 256,
  DESCRIPTION: 2048,
  FIELDS: 25,
  FIELD_NAME: 256,
  FIELD_VALUE: 1024,
  FOOTER: 2048,
  AUTHOR: 256,
  URL: 2048,
  /** total length of the text in all embeds of a message */
  TOTAL: 6000,
} as const;

const OptionalText = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })));
const OptionalUrl = OptionalText(EMBED_LIMITS.URL);
const OptionalImage = Type.Optional(Nullable(Type.Object({ url: OptionalUrl })));

/** One embed of a request; other properties, e.g. of embeds that were read before, are ignored. */
export const EmbedBody = Type.Object({
  title: OptionalText(EMBED_LIMITS.TITLE),
  description: OptionalText(EMBED_LIMITS.DESCRIPTION),
  url: OptionalUrl,
  timestamp: OptionalText(40),
  color: Type.Optional(Nullable(ColorSchema)),
  footer: Type.Optional(
    Nullable(Type.Object({ text: OptionalText(EMBED_LIMITS.FOOTER), icon_url: OptionalUrl })),
  ),
  image: OptionalImage,
  thumbnail: OptionalImage,
  author: Type.Optional(
    Nullable(
      Type.Object({ name: OptionalText(EMBED_LIMITS.AUTHOR), url: OptionalUrl, icon_url: OptionalUrl }),
    ),
  ),
  fields: Type.Optional(
    Nullable(
      Type.Array(
        Type.Object({
          name: Type.String({ minLength: 1, maxLength: EMBED_LIMITS.FIELD_NAME }),
          value: Type.String({ minLength: 1, maxLength: EMBED_LIMITS.FIELD_VALUE }),
          inline: Type.Optional(Nullable(Type.Boolean())),
        }),
        { maxItems: EMBED_LIMITS.FIELDS },
      ),
    ),
  ),
});
export type EmbedInput = Static<typeof EmbedBody>;

/** Embeds in requests: one as clients of the era send it, or a list as later ones do. */
export const embedFields = {
  embed: Type.Optional(Nullable(EmbedBody)),
  embeds: Type.Optional(Nullable(Type.Array(EmbedBody, { maxItems: EMBED_LIMITS.EMBEDS }))),
};
