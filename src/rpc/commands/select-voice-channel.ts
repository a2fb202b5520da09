import Type from 'typebox';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { RpcChannelSchema } from '../../protocol/rpc/channel.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { Nullable } from '../../protocol/schema.js';
import { command } from '../dispatch/command.js';
import { findChannelToSelect, TimeoutSchema } from '../dispatch/wait-for.js';
import { withSelectionRefusals } from '../sessions/voice-holders.js';
import { toVisibleChannel } from '../views/channel.js';

const VOICE = [CHANNEL_TYPES.GUILD_VOICE];

/** How long the service may take to move the person where no timeout is given, in seconds. */
const DEFAULT_TIMEOUT = 10;

export const selectVoiceChannel = command({
  name: 'SELECT_VOICE_CHANNEL',
  summary: 'Joins a voice channel, or leaves the current one if `channel_id` is null.',
  details:
    'A person who is in another channel, or is joining it, is moved only with `force`, which an application may send once the person has agreed. ' +
    '4006 also means that the person may not connect to the channel, or that it is full (see Voice channels).',
  access: { scopes: ['rpc'] },
  args: Type.Object({
    channel_id: Nullable(Type.String()),
    timeout: TimeoutSchema,
    force: Type.Optional(Nullable(Type.Boolean())),
  }),
  data: Nullable(RpcChannelSchema),
  errors: [
    'INVALID_CHANNEL',
    'INVALID_PERMISSIONS',
    'SELECT_CHANNEL_TIMED_OUT',
    'SELECT_VOICE_FORCE_REQUIRED',
  ],
  async handle(context, { channel_id: id, timeout, force }) {
    const { client, limits, session, voice } = context;
    const selection = { types: VOICE, timeout: timeout ?? 0, timedOut: rpcErrors.selectVoiceChannelTimedOut };
    const channel = id === null ? null : findChannelToSelect(context, id, selection);
    // Without a timeout an application wants an answer at once, and without a connection nothing else can come of it.
    const patience = timeout || (client.connected ? DEFAULT_TIMEOUT : 0);
    const options = {
      force: force === true,
      ms: patience * 1000,
      signal: session.closed,
      session: { id: session.id, most: limits.pendingVoiceSelections },
    };
    const selected = await withSelectionRefusals(voice.select(channel, options), id ?? '');
    return selected === null ? null : toVisibleChannel(context, selected);
  },
});
