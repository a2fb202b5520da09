import Type from 'typebox';
import { voiceRegions } from '../../../guilds/voice-regions.js';
import { VoiceRegionSchema } from '../../../protocol/objects/voice.js';
import { operation } from '../declare-operation.js';
import { guildOperation } from '../guild-operation.js';

/** Voice regions (docs/rest.md, guilds; docs/rest.md, Operations). */
export const voiceRegionOperations = [
  operation({
    name: 'List voice regions',
    summary: 'Returns the voice regions.',
    method: 'GET',
    path: '/voice/regions',
    status: 200,
    reply: Type.Array(VoiceRegionSchema),
    handle: () => voiceRegions([]),
  }),
  guildOperation({
    name: 'Get guild voice regions',
    summary: 'Returns the voice regions of a guild, with VIP ones if it has them.',
    method: 'GET',
    path: '/guilds/{guild.id}/regions',
    status: 200,
    reply: Type.Array(VoiceRegionSchema),
    cacheBy: () => null,
    handle: ({ guild }) => voiceRegions(guild.settings.features),
  }),
];
