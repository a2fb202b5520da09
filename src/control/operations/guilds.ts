import Type from 'typebox';
import { GUILD_FEATURES, MFA_LEVELS } from '../../protocol/objects/guild.js';
import { Enumeration, Nullable, SnowflakeSchema } from '../../protocol/schema.js';
import { requireAdministration } from '../context.js';
import { serviceOperation } from '../operation.js';

export const configureGuild = serviceOperation({
  name: 'Configure guild',
  summary: 'Changes the features, the two-factor level and the vanity URL of a guild.',
  details: 'No member of a guild can change these.',
  method: 'PATCH',
  path: '/guilds/{id}',
  access: 'cli',
  errors: ['refused', 'unavailable'],
  body: Type.Object({
    features: Type.Optional(
      Type.Array(Enumeration(Object.fromEntries(GUILD_FEATURES.map((feature) => [feature, feature])))),
    ),
    mfa_level: Type.Optional(Enumeration(MFA_LEVELS)),
    /** null removes it */
    vanity_url_code: Type.Optional(Nullable(Type.String())),
  }),
  reply: Type.Object({ configured: SnowflakeSchema }),
  async handle({ control, params, body }) {
    await requireAdministration(control).configureGuild(params.id, body);
    return { configured: params.id };
  },
});
