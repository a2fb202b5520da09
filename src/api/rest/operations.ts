import type { Operation } from './operation.js';
import { applicationOperations } from './resources/applications.js';
import { channelOperations } from './resources/channels.js';
import { gatewayOperations } from './resources/gateway.js';
import { guildChannelOperations } from './resources/guild-channels.js';
import { guildMemberOperations } from './resources/guild-members.js';
import { guildOperations } from './resources/guilds.js';
import { messageOperations } from './resources/messages.js';
import { oauth2Operations } from './resources/oauth2.js';
import { userOperations } from './resources/users.js';

/** Every operation of the REST interface. */
export const OPERATIONS: readonly Operation[] = [
  ...guildOperations,
  ...guildChannelOperations,
  ...guildMemberOperations,
  ...channelOperations,
  ...messageOperations,
  ...userOperations,
  ...gatewayOperations,
  ...applicationOperations,
  ...oauth2Operations,
];
