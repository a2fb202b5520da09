import type { GuildIntegration } from '../../../guilds/state.js';
import type { Integration } from '../../../protocol/objects/integration.js';
import type { PartialUser } from '../../../protocol/objects/user.js';
import { timestamp } from '../../../protocol/timestamp.js';

/** The platform whose emoticons may be used in a guild (docs/rest.md, Modify guild integration). */
const WITH_EMOTICONS = 'twitch';

/** An integration of a guild (docs/rest.md, Objects). @param user the user who added it */
export function integrationObject(integration: GuildIntegration, user: PartialUser): Integration {
  return {
    id: integration.id,
    name: integration.name,
    type: integration.type,
    enabled: integration.enabled,
    syncing: integration.syncing,
    role_id: integration.roleId,
    expire_behavior: integration.expireBehavior,
    expire_grace_period: integration.expireGracePeriod,
    ...(integration.type === WITH_EMOTICONS && { enable_emoticons: integration.enableEmoticons }),
    user,
    account: { id: integration.accountId, name: integration.accountName },
    synced_at: timestamp(integration.syncedAt),
  };
}
