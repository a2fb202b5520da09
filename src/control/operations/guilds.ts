import Type from 'typebox';
import { GUILD_FEATURES, MFA_LEVELS } from '../../protocol/objects/guild.js';
import { Enumeration, Nullable, SnowflakeSchema } from '../../protocol/schema.js';
import { operation } from '../operation.js';
import { requireAdministration } from '../require-administration.js';

/** Decides of a guild what no member of it does: features, mfa_level, vanity url (docs/rest.md, Objects). */
export const configureGuild = operation({
  method: 'PATCH',
  path: '/guilds/:id',
  page: false,
  body: Type.Object({
    features: Type.Optional(
      Type.Array(Enumeration(Object.fromEntries(GUILD_FEATURES.map((feature) => [feature, feature])))),
    ),
    mfa_level: Type.Optional(Enumeration(MFA_LEVELS)),
    /** null takes it away */
    vanity_url_code: Type.Optional(Nullable(Type.String())),
  }),
  reply: Type.Object({ configured: SnowflakeSchema }),
  async handle({ control, params, body }) {
    await requireAdministration(control).configureGuild(params.id, body);
    return { configured: params.id };
  },
});
