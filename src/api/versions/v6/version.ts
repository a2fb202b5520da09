import type { ApiVersion } from '../version.js';
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
  writePrivateEvent: (event, viewed) => ({
    name: PRIVATE_EVENT_NAMES[event.type],
    data: writePrivateEvent(event, viewed, views),
  }),
};
