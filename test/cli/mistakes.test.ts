import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ServiceError } from '#guildhall/client/service-error.js';
import { withControl } from '../control/control-harness.js';
import { MockAdministration } from '../control/mock-administration.js';
import { guild, textChannel } from '../helpers/objects.js';
import { addRoleGuild } from '../helpers/role-guild.js';
import { runCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

/** A command line that somebody may type by mistake, and what it answers: what happened, then what to do. */
type Mistake = readonly [line: string, happened: RegExp, toDo: RegExp];

/** In a home with the guild 300, whose channels are general and Lounge, and a guild `Other` with a general, too. */
const MISTAKES: readonly Mistake[] = [
  ['', /^Usage: guildhall/, /--help|Commands:/],
  ['gilds list', /unknown command 'gilds'/, /Did you mean guilds\?|see guildhall --help/],
  ['guild', /unknown command 'guild'/, /Did you mean guilds\?|see guildhall --help/],
  ['guilds lst', /unknown command 'lst'/, /Did you mean list\?|see guildhall guilds --help/],
  ['status --jsn', /unknown option '--jsn'/, /Did you mean --json\?/],
  ['status now', /too many arguments/, /see guildhall status --help/],
  ['guilds create', /missing required argument 'name'/, /see guildhall guilds create --help/],
  ['apps create', /required option '--name <N>' not specified/, /see guildhall apps create --help/],
  [
    'members ban bob --days 9',
    /option '--days <N>': 9 is not a number from 0 to 7/,
    /see guildhall members ban --help/,
  ],
  [
    'invites create --hours soon',
    /soon is not a number from 1 to 168/,
    /see guildhall invites create --help/,
  ],
  ['start --log-level loud', /'loud' is invalid/, /Allowed choices are/],
  ['roles create Mods --color blue', /'blue' is invalid/, /written as RRGGBB, e\.g\. 3b82f6/],
  ['roles create Mods --allow FLY', /'FLY' is invalid/, /There are CREATE_INSTANT_INVITE/],
  ['roles create Mods --allow KICK', /'KICK' is invalid/, /Did you mean KICK_MEMBERS\?/],
  ['start --port 80', /option '--port <N>'/, /--api-port of the service, --rpc-ports for programs/],
  ['voice leeve', /unknown command 'leeve'/, /Did you mean leave\?/],
  ['version', /unknown command 'version'/, /Did you mean guildhall --version\?/],
  ['activities unblok 5', /unknown command 'unblok'/, /Did you mean unblock\?/],
  ['members kick Chess ada', /too many arguments/, /Quote names .*\n.* --guild, or write GUILD\/NAME/],
  ['voice user 2 --volume 250', /option '--volume <percent>': 250 is not a number from 0 to 200/, /--help/],
  ['guilds show Chess Club', /too many arguments/, /Quote names with spaces/],
  ['voice settings --shortcut {bad', /\{bad is not JSON/, /guildhall .*capture\. .*voice key/],
  ['voice user Grase --mute on', /there is no user Grase/, /users list\. Users: ada#0001, bob#0002/],
  ['apps create --name A --icon /nope.png', /nope\.png: no such file or folder/, /Check the path/],
  ['channels create Chess/a/b', /you are in several guilds, and none was named/, /Name it with --guild/],
  ['guilds show Chess', /there is no guild Chess that you are in/, /Your guilds: Guild 300 \(300\)/],
  ['guilds delete Nowhere --yes', /there is no guild Nowhere/, /Your guilds: /],
  ['channels rename generl rules', /there is no channel generl/, /Channels: /],
  [
    'messages send general hello',
    /several text channels are named general/,
    /write GUILD\/NAME: .*Other\/general/,
  ],
  ['messages send 300/general', /a message needs text/, /see guildhall messages send --help|standard input/],
  ['messages list Lounge', /there is no text channel Lounge; Lounge is a voice channel/, /Text channels: /],
  [
    'voice join rules',
    /there is no voice channel rules; rules is a text channel/,
    /Voice channels: Guild 300\/Lounge \(314\)/,
  ],
  ['voice join 310', /there is no voice channel 310; 310 is a text channel/, /Voice channels: /],
  ['members kick nobody --yes', /there is no member nobody/, /Members: /],
  ['members list 300 --guild 300', /the guild is named twice/, /with --guild/],
  ['members unban bob --guild 300', /bob is not banned from Guild 300/, /guildhall --home .* members bans/],
  ['roles delete Kings --yes', /there is no role Kings/, /Roles: /],
  ['guilds delete 300', /confirmation is needed: Delete Guild 300 \(300\) for good/, /Confirm with --yes/],
  [
    'channels delete general --guild 300',
    /confirmation is needed: Delete general \(312\) of Guild 300 with its messages\?/,
    /Confirm with --yes/,
  ],
  [
    'channels delete general --yes',
    /several channels are named general/,
    /Guild 300\/general \(312\), Other/,
  ],
  ['apps delete Chess', /there is no application Chess/, /guildhall --home .* apps list/],
  ['apps delete 1', /there is no application 1/, /guildhall --home .* apps list/],
  ['apps update 1', /say what to change/, /--name, --description/],
  ['users create', /required option '--username <name>' not specified/, /see guildhall users create --help/],
  ['sessions kick 9', /there is no session 9/, /guildhall --home .* sessions list/],
  ['grants revoke 9', /there is no grant 9/, /guildhall --home .* grants list/],
  ['consent approve 9', /there is no .*9/, /guildhall --home .* consent list/],
  ['invites accept wrong', /Unknown Invite/, /ask for another one/],
  ['completion tcsh', /tcsh/, /Allowed choices are|bash, zsh/],
  ['roles rename Players Mods', /Missing Permissions: this needs MANAGE_ROLES/, /Its owner can change that/],
  ['restore missing.tar', /there is no file .*missing\.tar/, /Check the path/],
];

test(
  'each mistake on the command line is answered with what happened and what to do',
  withControl(
    async ({ client, files }) => {
      addRoleGuild(client);
      client.addGuild(guild('400', { name: 'Other', channels: [textChannel('410', { name: 'general' })] }));
      client.answer = (_method, path) => {
        if (path.endsWith('/roles/302')) throw new ServiceError('Missing Permissions', 403, 50013);
        if (path.startsWith('/invites')) throw new ServiceError('Unknown Invite', 404, 10006);
        return [];
      };
      const problems: string[] = [];
      for (const [line, happened, toDo] of MISTAKES) {
        const words = line === '' ? [] : line.split(' ');
        const command = [...words, '--home', files.home];
        const { errors, exitCode, output } = await runCommand(command, {}, { input: '' });
        const isExplained = happened.test(errors) && toDo.test(errors);
        const isBrief = line === '' || errors.trim().split('\n').length <= 4;
        if (!isExplained || !isBrief || exitCode === 0 || /\n\s+at /.test(errors))
          problems.push(`guildhall ${line} (${exitCode}): ${output}${errors}`);
      }
      assert.deepEqual(problems, []);
    },
    (harness) => {
      harness.administration = new MockAdministration();
    },
  ),
);

test('who has quoted a name is not told to quote it', async () => {
  const { errors } = await runCommand(['members', 'kick', 'Guildhall Demo', 'Ada']);
  assert.match(errors, /^error: too many arguments .*\nName the guild with --guild, or write GUILD\/NAME/);
});

test('a value that is refused is named once', async () => {
  const { errors } = await runCommand(['members', 'ban', 'bob', '--days', '9']);
  assert.match(errors, /^error: option '--days <N>': 9 is not a number from 0 to 7\.\n/);
});

test(
  'what only a service of this machine can do is refused with who can',
  withControl(async ({ client, files }) => {
    client.answer = () => {
      throw new ServiceError('Only bots can use this endpoint', 403, 20002);
    };
    for (const [line, answer] of [
      [
        'guilds create Chess',
        /only bots do that\n.*Only the operator of this service can do that for you: guildhall guilds create NAME --owner USER --home HOME\n$/,
      ],
      ['users list', /uses a remote service.*\nAsk the operator of that service/],
      ['users create --username Grace', /uses a remote service.*\nAsk the operator of that service/],
      ['voice user Grace --mute on', /known only where the service runs: name Grace by id\n/],
    ] as const) {
      const { errors } = await runCommand([...line.split(' '), '--home', files.home]);
      assert.match(errors, answer, line);
    }
  }),
);

test('a start is not advised in a folder with files of other programs', async () => {
  await withTemporaryFolder(async (home) => {
    const run = () => runCommand(['status', '--home', home]);
    assert.match((await run()).errors, /no daemon is running .*\nStart it with/);
    await writeFile(join(home, 'passwd'), '');
    assert.match(
      (await run()).errors,
      /no daemon is running .*\nThe folder has only files of other programs/,
    );
  });
});

test(
  'an owner who would leave their guild is told what helps, and others that they lack a right',
  withControl(async ({ client, files }) => {
    addRoleGuild(client);
    client.addGuild(guild('400', { owner_id: '2' }));
    client.answer = () => {
      throw new ServiceError('Missing Permissions', 403, 50013);
    };
    const owner =
      /the owner of a guild cannot leave it\nDelete it with guildhall .*guilds delete, or give it .*owner_id\.\n$/;
    for (const [line, answer] of [
      ['guilds leave 300 --yes', owner],
      ['members kick ada --guild 300 --yes', owner],
      ['members ban 1 --guild 300 --yes', owner],
      ['guilds leave 400 --yes', /Missing Permissions\nYour roles/],
      ['members kick carol --guild 300 --yes', /Missing Permissions: this needs KICK_MEMBERS\nYour roles/],
      ['members ban 2 --guild 400 --yes', /Missing Permissions: this needs BAN_MEMBERS\nYour roles/],
    ] as const) {
      const { errors } = await runCommand([...line.split(' '), '--home', files.home]);
      assert.match(errors, answer, line);
    }
  }),
);
