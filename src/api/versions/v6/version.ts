import type { GatewayEvents } from '../../../protocol/gateway/events.js';
import type { UserEvent } from '../../core/event-bus.js';
import type { ApiVersion, WrittenEvent } from '../version.js';
import { BODIES } from './bodies/index.js';
import { GATEWAY_EVENT_NAMES, writeEvent } from './gateway-events.js';
import { PRIVATE_EVENT_NAMES, writePrivateEvent } from './private-channel-events.js';
import { V6Views } from './views.js';

const views = new V6Views();

/** Version 6, the interface of April 2018 (docs/rest.md; docs/gateway.md). */
export const V6: ApiVersion = {
  number: 6,
  bodies: BODIES,
  views,
  eventName: (type) => GATEWAY_EVENT_NAMES[type],
  privateEventName: (type) => PRIVATE_EVENT_NAMES[type],
  writeEvent: (event, guildId) => writeEvent(event, guildId, views),
  writeUserEvent,
  writePrivateEvent: (event, viewed) => ({
    name: PRIVATE_EVENT_NAMES[event.type],
    data: writePrivateEvent(event, viewed, views),
  }),
};

function writeUserEvent(event: UserEvent): WrittenEvent {
  if (event.type === 'accountChanged')
    return { name: 'USER_UPDATE', data: views.currentUser(event.account, true) };
  if (event.type === 'activityRequest') {
    const data = { ...event.request, user: views.user(event.from) };
    return { name: 'ACTIVITY_REQUEST', data: data satisfies GatewayEvents['ACTIVITY_REQUEST'] };
  }
  const { applicationId, tokenHashes } = event;
  return {
    name: 'OAUTH2_TOKEN_REVOKE',
    data: {
      application_id: applicationId,
      token_hashes: tokenHashes,
    } satisfies GatewayEvents['OAUTH2_TOKEN_REVOKE'],
  };
}
