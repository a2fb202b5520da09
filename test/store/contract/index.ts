import { describeAccounts } from './accounts.js';
import { describeApplications } from './applications.js';
import { describeAttachments } from './attachments.js';
import { describeAuthorizations } from './authorizations.js';
import { describeCodes } from './codes.js';
import { describeDurability } from './durability.js';
import { describeGuildConditions } from './guild-conditions.js';
import { describeGuildConflicts } from './guild-conflicts.js';
import { describeGuilds } from './guilds.js';
import { describeImages } from './images.js';
import { describeLargeIds } from './large-ids.js';
import { describeLogs } from './logs.js';
import { describeMessages } from './messages.js';
import { describePrivateChannels } from './private-channels.js';
import { describeReactions } from './reactions.js';
import { describeRevocations } from './revocations.js';
import type { MakePlace } from './store-place.js';

/** Everything that an implementation of `Store` promises (docs/architecture.md, The store). Call it in a test file. */
export function describeStore(makePlace: MakePlace): void {
  describeAccounts(makePlace);
  describeApplications(makePlace);
  describeAuthorizations(makePlace);
  describeCodes(makePlace);
  describeRevocations(makePlace);
  describeGuilds(makePlace);
  describeGuildConflicts(makePlace);
  describeGuildConditions(makePlace);
  describeMessages(makePlace);
  describeReactions(makePlace);
  describeAttachments(makePlace);
  describeImages(makePlace);
  describePrivateChannels(makePlace);
  describeLogs(makePlace);
  describeLargeIds(makePlace);
  describeDurability(makePlace);
}
