import { operationList } from '../../protocol/declaration/route-table.js';
import type { Operation } from './operation.js';
import { applicationOperations } from './resources/applications.js';
import { auditLogOperations } from './resources/audit-log.js';
import { channelOperations } from './resources/channels.js';
import { gatewayOperations } from './resources/gateway.js';
import { guildBanOperations } from './resources/guild-bans.js';
import { guildChannelOperations } from './resources/guild-channels.js';
import { guildEmbedOperations } from './resources/guild-embed.js';
import { guildEmojiOperations } from './resources/guild-emojis.js';
import {
  guildMemberChangeOperations,
  guildMemberOperations,
  guildMemberRoleOperations,
} from './resources/guild-members.js';
import { guildPruneOperations } from './resources/guild-prune.js';
import { guildRoleOperations } from './resources/guild-roles.js';
import { guildOperations } from './resources/guilds.js';
import { integrationOperations } from './resources/integrations.js';
import { inviteOperations } from './resources/invites.js';
import { messageOperations } from './resources/messages.js';
import { oauth2Operations } from './resources/oauth2.js';
import { pinOperations } from './resources/pins.js';
import { privateChannelOperations } from './resources/private-channels.js';
import { reactionOperations } from './resources/reactions.js';
import { userOperations } from './resources/users.js';
import { voiceRegionOperations } from './resources/voice-regions.js';

/** Every operation of the REST interface. */
export const OPERATIONS = operationList<Operation>([
  ...guildOperations,
  ...guildChannelOperations,
  ...guildMemberOperations,
  ...guildMemberChangeOperations,
  ...guildMemberRoleOperations,
  ...guildBanOperations,
  ...guildRoleOperations,
  ...guildPruneOperations,
  ...guildEmojiOperations,
  ...channelOperations,
  ...messageOperations,
  ...reactionOperations,
  ...pinOperations,
  ...privateChannelOperations,
  ...inviteOperations,
  ...guildEmbedOperations,
  ...integrationOperations,
  ...voiceRegionOperations,
  ...auditLogOperations,
  ...userOperations,
  ...gatewayOperations,
  ...applicationOperations,
  ...oauth2Operations,
]);
