import Type, { type Static, type TSchema } from 'typebox';
import { ActivitySchema } from '../objects/presence.js';
import { Enumeration, Nullable, Secret, SnowflakeSchema } from '../schema.js';

/** Kinds of activities that a program may show; others are of the service alone. */
export const ACTIVITY_TYPES = { PLAYING: 0, LISTENING: 2, WATCHING: 3, COMPETING: 5 } as const;

/** What programs may do whose client id the service does not know: show an activity, only after the person allowed it, or nothing. */
export const UNREGISTERED_CHOICES = { ALLOW: 'allow', ASK: 'ask', OFF: 'off' } as const;
export type UnregisteredChoice = (typeof UNREGISTERED_CHOICES)[keyof typeof UNREGISTERED_CHOICES];

/** Bits of the `flags` of an activity. */
export const ACTIVITY_FLAGS = {
  INSTANCE: 1 << 0,
  JOIN: 1 << 1,
  SPECTATE: 1 << 2,
  PARTY_PRIVACY_FRIENDS: 1 << 6,
  PARTY_PRIVACY_VOICE_CHANNEL: 1 << 7,
} as const;

/** The length of texts, in characters. */
const TEXT = 128;
const URL = 256;
/** An image is a key or an address: nothing here fetches it. */
const IMAGE = 313;

function given<T extends TSchema>(schema: T) {
  return Type.Optional(Nullable(schema));
}

function text(maxLength: number) {
  return given(Type.String({ maxLength }));
}

function secret() {
  return Type.Optional(Secret(Nullable(Type.String({ maxLength: TEXT }))));
}

/**
 * An activity as a program gives it (docs/rpc.md, Activities). Null, an empty text and an empty object count as absent;
 * `readActivity` checks what is left.
 */
export const GivenActivitySchema = Type.Object({
  name: text(TEXT),
  type: given(Enumeration(ACTIVITY_TYPES)),
  state: text(TEXT),
  state_url: text(URL),
  details: text(TEXT),
  details_url: text(URL),
  timestamps: given(
    Type.Object({
      start: given(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      end: given(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    }),
  ),
  assets: given(
    Type.Object({
      large_image: text(IMAGE),
      large_text: text(TEXT),
      large_url: text(URL),
      small_image: text(IMAGE),
      small_text: text(TEXT),
      small_url: text(URL),
      invite_cover_image: text(IMAGE),
    }),
  ),
  party: given(
    Type.Object({
      id: text(TEXT),
      size: given(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 })),
      privacy: given(Type.Integer({ minimum: 0, maximum: 1 })),
    }),
  ),
  secrets: given(Type.Object({ join: secret(), spectate: secret(), match: secret() })),
  buttons: given(
    Type.Array(
      Type.Object({
        label: Type.String({ minLength: 1, maxLength: 32 }),
        url: Type.String({ minLength: 1, maxLength: 512 }),
      }),
      { maxItems: 2 },
    ),
  ),
  instance: given(Type.Boolean()),
  status_display_type: given(Type.Integer({ minimum: 0, maximum: 2 })),
  supported_platforms: given(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
});
export type GivenActivity = Static<typeof GivenActivitySchema>;

const SecretsSchema = Type.Object({
  join: Type.Optional(Secret(Type.String())),
  spectate: Type.Optional(Secret(Type.String())),
  match: Type.Optional(Secret(Type.String())),
});

/** An activity as the server took it: what others see, and what only its own program does. */
export const TakenActivitySchema = Type.Object({
  ...ActivitySchema.properties,
  application_id: SnowflakeSchema,
  secrets: Type.Optional(SecretsSchema),
  metadata: Type.Optional(Type.Object({ button_urls: Type.Array(Type.String()) })),
});
export type TakenActivity = Static<typeof TakenActivitySchema>;
