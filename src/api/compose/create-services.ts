import { FailedAttempts } from '../../net/failed-attempts.js';
import { KeyedLock } from '../../platform/async/keyed-lock.js';
import { ConflictTurns } from '../../store/conflict-turns.js';
import { AccountPublisher } from '../accounts/account-publisher.js';
import { ActivityRequestQuota } from '../accounts/activity-request-quota.js';
import { Authentication } from '../accounts/authentication.js';
import { GuestAccounts, GuestQuotas } from '../accounts/guest-accounts.js';
import { SessionStarts } from '../accounts/session-starts.js';
import { TwoFactor } from '../accounts/two-factor.js';
import { UserDirectory } from '../accounts/user-directory.js';
import { GuildChanges } from '../guilds/guild-changes.js';
import { GuildRegistry } from '../guilds/guild-registry.js';
import { MemberOrder } from '../guilds/member-order.js';
import { publishAccountTask } from '../guilds/publish-account.js';
import { FailedLogins } from '../oauth2/failed-logins.js';
import { createOAuth2 } from '../oauth2/oauth2.js';
import { PrivateChannelRegistry } from '../private-channels/private-channel-registry.js';
import { createRuleContext } from '../rest/guild-operation.js';
import type { OperationServices } from '../rest/operation-services.js';
import { ReplyTexts } from '../rest/reply-texts.js';
import { API_VERSIONS } from '../versions/index.js';
import type { ApiOptions } from './api-options.js';
import type { Foundation } from './open-foundation.js';

/** Builds what operations work with. */
export function createServices(foundation: Foundation, options: ApiOptions): OperationServices {
  const { process, limits, store, hosts, ids, attachments, events, sessions, activity } = foundation;
  const { failureBudget = null, clock, log } = options;
  const now = () => clock.now();
  const conflictTurns = new ConflictTurns(now);
  const users = new UserDirectory(store.accounts, conflictTurns);
  const memberOrder = new MemberOrder();
  const authentication = new Authentication(store, process.loadsAccounts(users), now);
  const owner = process.createOwner(ids);
  const guilds = new GuildRegistry({ store, users, events, sessions, owner });
  const context = () => createRuleContext({ ids, now });
  const guildTasks = process.createGuildTasks(() => taskContext);
  const services: OperationServices = {
    accountPublisher: new AccountPublisher({
      guildStore: store.guilds,
      publish: (guildId, userId) => guildTasks.run(publishAccountTask, guildId, { userId }),
      clock,
      log,
    }),
    accountStore: store.accounts,
    applicationStore: store.applications,
    authorizationStore: store.authorizations,
    guildStore: store.guilds,
    messageStore: store.messages,
    attachmentStore: store.attachments,
    reactionStore: store.reactions,
    privateChannelStore: store.privateChannels,
    auditLogStore: store.auditLog,
    conflictTurns,
    users,
    authentication,
    twoFactor: new TwoFactor({ store, users, authentication, events, now }),
    oauth2: createOAuth2({ store, authentication, conflictTurns, events, ids, now }),
    guilds,
    guildChanges: new GuildChanges({ guilds, store, events, memberOrder, owner, context }),
    guildTasks,
    privateChannels: new PrivateChannelRegistry(store, users, events, process.eventsPassed),
    memberOrder,
    activity,
    replyTexts: new ReplyTexts(users),
    failedLogins: new FailedLogins(
      new FailedAttempts({ perPeer: limits.failedLogins, budget: failureBudget }, clock),
    ),
    guests: new GuestAccounts(new GuestQuotas(limits.guestAccounts, now)),
    activityRequests: new ActivityRequestQuota(limits.activityRequests, now),
    sessionStarts: new SessionStarts(limits.sessionStarts, now),
    uploads: attachments.uploads,
    events,
    ids,
    messageLocks: new KeyedLock(),
    log,
    settled: () => store.settled(),
    gatewayUrl: () => hosts.address('ws:'),
    cdnUrl: () => hosts.cdnUrl(),
    now,
  };
  const taskContext = { ...services, versions: options.versions ?? API_VERSIONS };
  return services;
}
