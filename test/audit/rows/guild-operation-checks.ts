import { GatewayConnection } from '../kernel/gateway-connection.js';
import { textAt } from '../kernel/json.js';
import type { Row } from '../kernel/row.js';
import { is } from '../kernel/shape.js';
import { Stage } from '../kernel/stage.js';
import { ABROAD, ATTACH } from './integrations.js';

const G = '/guilds/{guild}';

/** Operations whose rows need more than one request. */
export const GUILD_OPERATION_CHECKS: readonly Row[] = [
  {
    line: 'Delete guild: caller must be owner',
    async check(trial) {
      const stage = await Stage.make(trial);
      const reply = await trial.rest(stage.fill({ method: 'DELETE', path: G }, stage.caller.token));
      trial.expect(reply.status, is(403), 'status');
    },
  },
  {
    line: 'Delete integration',
    async check(trial) {
      const stage = await Stage.make(trial);
      await stage.arrange(ATTACH);
      await stage.grant('MANAGE_GUILD');
      const from = await stage.barrier();
      const request = { method: 'DELETE', path: `${G}/integrations/${ABROAD}` };
      trial.expect((await trial.rest(stage.fill(request, stage.caller.token))).status, is(204), 'status');
      const heard = await stage.heard(from);
      trial.events.push(...heard);
      // The role for subscribers goes with the integration.
      trial.expect(heard, is(['GUILD_ROLE_DELETE', 'GUILD_INTEGRATIONS_UPDATE']), 'events');
    },
  },
  {
    line: 'Modify guild member: channel_id',
    async check(trial) {
      const { world } = trial;
      const stage = await Stage.make(trial);
      const { guild: guild_id = '', voice = '', lounge = '' } = stage.ids;
      // Not Ada: rows of RPC move her at the same time.
      const tim = await GatewayConnection.open(world.gatewayUrl, (await world.person('Tim')).token);
      trial.afterwards(async () => tim.close());
      tim.send(4, { guild_id, channel_id: voice, self_mute: false, self_deaf: false });
      await tim.event('VOICE_STATE_UPDATE');
      await stage.grant('MOVE_MEMBERS');
      const from = tim.events.length;
      const request = { method: 'PATCH', path: `${G}/members/{target}`, body: { channel_id: lounge } };
      trial.expect((await trial.rest(stage.fill(request, stage.caller.token))).status, is(204), 'status');
      const moved = await trial.seenOnGateway(tim, 'VOICE_STATE_UPDATE', from);
      trial.expect(textAt(moved, 'channel_id'), is(lounge), 'channel_id');
    },
  },
  {
    line: 'Begin prune: fires multiple Guild Member Remove',
    notApplicable: 'nobody can be away for a day while the audit runs',
  },
];
