import { valueAt } from '../kernel/json.js';
import { operationRow } from '../kernel/operation-row.js';
import type { Row, Table } from '../kernel/row.js';
import { is, object } from '../kernel/shape.js';
import { Stage } from '../kernel/stage.js';
import { enrollPerson } from '../kernel/two-factor.js';

/** Enumerations that Modify guild sets: field, title, values from 0. */
const SETTABLE = [
  ['default_message_notifications', 'Default message notification level', ['ALL_MESSAGES', 'ONLY_MENTIONS']],
  [
    'explicit_content_filter',
    'Explicit content filter level',
    ['DISABLED', 'MEMBERS_WITHOUT_ROLES', 'ALL_MEMBERS'],
  ],
  ['verification_level', 'Verification level', ['NONE', 'LOW', 'MEDIUM', 'HIGH', 'VERY_HIGH']],
] as const;

const MFA_LEVELS = ['NONE', 'ELEVATED'] as const;

export const GUILD_ENUMERATIONS: Table = {
  title: 'Guild enumerations',
  rows: [
    ...SETTABLE.flatMap(([field, title, names]) =>
      names.map((name, value) =>
        operationRow({
          line: `${title} ${name} = ${value}`,
          request: { method: 'PATCH', path: '/guilds/{guild}', body: { [field]: value } },
          reply: () => object({ [field]: is(value) }),
          fires: ['GUILD_UPDATE'],
        }),
      ),
    ),
    ...SETTABLE.map(
      ([field, title, names]) =>
        ({
          line: `${title}: no other values`,
          async check(trial) {
            const stage = await Stage.make(trial);
            const body = { [field]: names.length };
            const reply = await trial.rest(
              stage.fill({ method: 'PATCH', path: '/guilds/{guild}', body }, stage.owner),
            );
            trial.expect(reply.status, is(400), 'status');
          },
        }) satisfies Row,
    ),
    ...MFA_LEVELS.map(
      (name, value): Row => ({
        line: `MFA level ${name} = ${value}`,
        async check(trial) {
          const stage = await Stage.make(trial);
          const { guild = '' } = stage.ids;
          // Elevated operations need two-factor of the owner, which a bot has by the person of its application.
          if (value === 1) await enrollPerson(trial.world.daemon);
          await trial.world.daemon.cli(
            'guilds',
            'configure',
            guild,
            value === 0 ? '--no-two-factor' : '--two-factor',
          );
          const reply = await trial.rest(stage.fill({ method: 'GET', path: '/guilds/{guild}' }, stage.owner));
          trial.expect(valueAt(reply.body, 'mfa_level'), is(value), 'mfa_level');
        },
      }),
    ),
  ],
};
