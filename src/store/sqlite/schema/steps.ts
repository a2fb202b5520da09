import { firstSchema } from './steps/0001-first-schema.js';
import { bansAndActivity } from './steps/0002-bans-and-activity.js';
import { imagesInvitesIntegrations } from './steps/0003-images-invites-integrations.js';
import { auditLog } from './steps/0004-audit-log.js';
import { phone } from './steps/0005-phone.js';
import { integrationSubscribers } from './steps/0006-integration-subscribers.js';
import { onceGrants } from './steps/0007-once-grants.js';
import { messageEmbeds } from './steps/0008-message-embeds.js';
import { refreshReuseAndPkce } from './steps/0009-refresh-reuse-and-pkce.js';
import { reactionsAndPins } from './steps/0010-reactions-and-pins.js';
import { emojis } from './steps/0011-emojis.js';
import { twoFactor } from './steps/0012-two-factor.js';
import { privateChannels } from './steps/0013-private-channels.js';
import { attachments } from './steps/0014-attachments.js';
import { indexesForGrowth } from './steps/0015-indexes-for-growth.js';

/**
 * The schema as a list of steps: a store of version n has had the first n applied. A released step never changes; later
 * changes are new steps at the end.
 */
export const SCHEMA_STEPS: readonly string[] = [
  firstSchema,
  bansAndActivity,
  imagesInvitesIntegrations,
  auditLog,
  phone,
  integrationSubscribers,
  onceGrants,
  messageEmbeds,
  refreshReuseAndPkce,
  reactionsAndPins,
  emojis,
  twoFactor,
  privateChannels,
  attachments,
  indexesForGrowth,
];
