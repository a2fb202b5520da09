import Type from 'typebox';
import {
  createIntegration,
  deleteIntegration,
  modifyIntegration,
  syncIntegration,
} from '../../../guilds/rules/integrations.js';
import { IntegrationSchema } from '../../../protocol/objects/integration.js';
import { guildChange, guildOperation } from '../guild-operation.js';

/** The integrations of a guild (docs/rest.md, guilds). */
export const integrationOperations = [
  guildOperation({
    name: 'Get guild integrations',
    summary: 'Returns the integrations of a guild.',
    method: 'GET',
    path: '/guilds/{guild.id}/integrations',
    permission: 'MANAGE_GUILD',
    status: 200,
    reply: Type.Array(IntegrationSchema),
    cacheBy: () => null,
    handle: ({ guild, version: { views } }) =>
      [...guild.integrations.values()].map((integration) => views.integration(guild, integration)),
  }),
  guildChange({
    name: 'Create guild integration',
    summary: 'Attaches an integration to a guild.',
    errors: ['TOO_MANY_ROLES'],
    method: 'POST',
    path: '/guilds/{guild.id}/integrations',
    rule: createIntegration,
    body: 'createIntegration',
    status: 204,
    fires: ['GUILD_ROLE_CREATE', 'GUILD_INTEGRATIONS_UPDATE'],
    handle: ({ readBody, change }) => change(readBody()),
  }),
  guildChange({
    name: 'Modify guild integration',
    summary: 'Changes how an integration treats subscriptions that end.',
    method: 'PATCH',
    path: '/guilds/{guild.id}/integrations/{integration.id}',
    rule: modifyIntegration,
    body: 'modifyIntegration',
    status: 204,
    fires: ['GUILD_INTEGRATIONS_UPDATE'],
    handle: ({ params, readBody, change }) => change({ id: params.integration_id, ...readBody() }),
  }),
  guildChange({
    name: 'Delete guild integration',
    summary: 'Removes an integration from a guild.',
    method: 'DELETE',
    path: '/guilds/{guild.id}/integrations/{integration.id}',
    rule: deleteIntegration,
    status: 204,
    fires: ['GUILD_ROLE_DELETE', 'VOICE_STATE_UPDATE', 'GUILD_INTEGRATIONS_UPDATE'],
    handle: ({ params, change }) => change(params.integration_id),
  }),
  guildChange({
    name: 'Sync guild integration',
    summary: 'Gives and takes the role of an integration by its current subscribers.',
    method: 'POST',
    path: '/guilds/{guild.id}/integrations/{integration.id}/sync',
    rule: syncIntegration,
    status: 204,
    fires: [
      'GUILD_MEMBER_UPDATE',
      'VOICE_STATE_UPDATE',
      'GUILD_MEMBER_REMOVE',
      'GUILD_ROLE_DELETE',
      'GUILD_DELETE',
    ],
    handle: ({ params, change }) => change(params.integration_id),
  }),
];
