import { blankJpeg } from '../kernel/jpeg.js';
import type { Json } from '../kernel/json.js';
import { valueAt } from '../kernel/json.js';
import type { Operation } from '../kernel/operation.js';
import { operationRow } from '../kernel/operation-row.js';
import type { Row, Table } from '../kernel/row.js';
import { hash, is, object, text } from '../kernel/shape.js';
import { Stage } from '../kernel/stage.js';

/** Fields of Modify guild, with a value each; `{name}` is an id. */
const FIELDS: Readonly<Record<string, Json>> = {
  name: 'Renamed',
  region: 'london',
  verification_level: 2,
  default_message_notifications: 1,
  explicit_content_filter: 1,
  afk_channel_id: '{lounge}',
  afk_timeout: 300,
  system_channel_id: '{talk}',
};

function fieldRow([field, value]: [string, Json]): Operation {
  return {
    line: `Modify guild: ${field}`,
    permission: 'MANAGE_GUILD',
    request: { method: 'PATCH', path: '/guilds/{guild}', body: { [field]: value } },
    reply: (ids) => object({ [field]: is(typeof value === 'string' ? fillId(value, ids) : value) }),
    fires: ['GUILD_UPDATE'],
  };
}

function fillId(value: string, ids: Readonly<Record<string, string>>): string {
  return value.replace(/\{(\w+)\}/, (whole, name: string) => ids[name] ?? whole);
}

const OTHERS: readonly Row[] = [
  {
    line: 'Modify guild: icon (base64 128x128 jpeg)',
    async check(trial) {
      const stage = await Stage.make(trial);
      const request = { method: 'PATCH', path: '/guilds/{guild}', body: { icon: blankJpeg(128, 128) } };
      const reply = await trial.rest(stage.fill(request, stage.owner));
      trial.expect(reply.body, object({ icon: hash }));
      const read = await trial.rest(stage.fill({ method: 'GET', path: '/guilds/{guild}' }, stage.owner));
      trial.expect(valueAt(read.body, 'icon'), is(valueAt(reply.body, 'icon') ?? null), 'icon as stored');
      const none = await trial.rest(stage.fill({ ...request, body: { icon: null } }, stage.owner));
      trial.expect(valueAt(none.body, 'icon'), is(null), 'icon once removed');
    },
  },
  {
    line: 'Modify guild: splash (base64 128x128 jpeg, VIP only)',
    async check(trial) {
      const stage = await Stage.make(trial);
      const request = { method: 'PATCH', path: '/guilds/{guild}', body: { splash: blankJpeg(128, 128) } };
      const refused = await trial.rest(stage.fill(request, stage.owner));
      if (valueAt(refused.body, 'splash')) trial.expect(valueAt(refused.body, 'splash'), is(null), 'splash');
      await trial.world.daemon.cli(
        'guilds',
        'configure',
        stage.ids.guild ?? '',
        '--features',
        'INVITE_SPLASH',
      );
      const reply = await trial.rest(stage.fill(request, stage.owner));
      trial.expect(reply.body, object({ splash: text }));
    },
  },
  {
    line: 'Modify guild: owner_id (caller must be owner)',
    async check(trial) {
      const stage = await Stage.make(trial);
      await stage.grant('MANAGE_GUILD');
      const request = { method: 'PATCH', path: '/guilds/{guild}', body: { owner_id: '{caller}' } };
      const refused = await trial.rest(stage.fill(request, stage.caller.token));
      trial.expect(refused.status, is(403), 'status');
      const reply = await trial.rest(stage.fill(request, stage.owner));
      trial.expect(reply.body, object({ owner_id: is(stage.caller.id) }));
      trial.afterwards(() => trial.world.deleteGuild(stage.ids.guild ?? '', stage.caller.token));
    },
  },
];

export const GUILD_MODIFICATIONS: Table = {
  title: 'Fields of Modify guild',
  rows: [...Object.entries(FIELDS).map((field) => operationRow(fieldRow(field))), ...OTHERS],
};
