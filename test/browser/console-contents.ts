import type { ControlHarness } from '../control/control-harness.js';
import { MockAdministration } from '../control/mock-administration.js';
import { consentRequest, rpcSession } from '../control/requests.js';
import { message } from '../helpers/objects.js';
import { addRoleGuild } from '../helpers/role-guild.js';
import { addVoiceGuild, setVoiceState } from '../helpers/voice-guild.js';

const CREATED = '2026-01-02T03:04:05.000000+00:00';

/** Fills views with little, for tests of what they do; `contents/` fills all of them, for how they look. */
export function fillConsole(harness: ControlHarness): void {
  const { client, hardware, sessions } = harness;
  const { application } = consentRequest({ name: 'Stream Overlay' });
  client.granted.push(
    { id: '9', application, scopes: ['rpc', 'identify', 'messages.read'], created_at: CREATED },
    {
      ...{ id: '10', application: { ...application, id: '101', name: 'Chess' }, scopes: ['identify'] },
      ...{ created_at: CREATED },
    },
  );
  sessions.push(
    rpcSession('a', { application: { id: '100', name: 'Stream Overlay', icon: null }, key_capture: true }),
  );
  client.applications.set('100', application);
  const administration = new MockAdministration();
  administration.applications = [
    {
      ...{
        id: '100',
        name: 'Stream Overlay',
        description: 'Shows who speaks.',
        icon: null,
        approved: true,
        owner_id: null,
      },
      ...{ rpc_origins: ['https://overlay.example'], redirect_uris: [], testers: [], bot: { id: '1000' } },
    },
    {
      ...{
        id: '101',
        name: 'Chess',
        description: '',
        icon: null,
        approved: false,
        owner_id: null,
        rpc_origins: [],
      },
      ...{ redirect_uris: ['chess://back'], testers: ['1'], bot: null },
    },
  ];
  administration.lastUses.set('10', CREATED);
  harness.administration = administration;
  addVoiceGuild(client);
  addRoleGuild(client, 'Board games');
  for (const id of ['1', '2']) setVoiceState(client, id, '12');
  client.messagesOf.set('310', [message('1000', '310', { content: 'No shouting.' })]);
  client.messagesOf.set('312', [
    message('1001', '312', { content: 'Who plays tonight?' }),
    message('1002', '312', {
      author: { id: '2', username: 'bob', discriminator: '0001', avatar: null },
      content: 'I do.\nBring the clock.',
      edited_timestamp: CREATED,
    }),
    message('1003', '312', {
      author: { id: '9', username: 'Referee', discriminator: '0001', avatar: null, bot: true },
      content: 'Table 3 is free.',
      pinned: true,
    }),
  ]);
  hardware.sound.plug({ id: 'm', name: 'Studio Microphone', direction: 'input', is_default: true });
}

/** Remembers an answer of the person, which needs the server. */
export async function rememberAnswer({ consent }: ControlHarness): Promise<void> {
  const answer = consent.ask(consentRequest({ name: 'Stream Overlay' }), new AbortController().signal);
  await consent.decide(consent.waiting()[0]?.id ?? '', 'allow', true);
  await answer;
}
