import type { ControlHarness } from '../../control/control-harness.js';
import { MockAdministration } from '../../control/mock-administration.js';
import { consentRequest, rpcSession } from '../../control/requests.js';
import { ago } from './moments.js';
import { PEOPLE, toId } from './people.js';

export const OVERLAY = {
  ...{ id: toId(100), name: 'Stream Overlay', icon: null, rpc_origins: ['https://overlay.example'] },
  description: 'Shows who is speaking.',
};
export const KEY_DECK = {
  ...{ id: toId(101), name: 'Key Deck', icon: null, rpc_origins: ['http://localhost:4455'] },
  description: 'Mutes you by a button.',
};
export const CHESS = {
  ...{ id: toId(102), name: 'Chess', icon: null, rpc_origins: ['https://chess.example'] },
  description: '',
};

/** Adds applications: what they may do, where they are registered, and their connections. */
export function addApplications(harness: ControlHarness): void {
  const { client, sessions, refusals } = harness;
  const grant = (number: number, application: typeof OVERLAY, days: number) => ({
    ...{ id: toId(number), application, created_at: ago({ days }) },
  });
  client.granted.push(
    { ...grant(900, OVERLAY, 12), scopes: ['rpc', 'identify', 'messages.read'] },
    { ...grant(901, CHESS, 40), scopes: ['identify'] },
  );
  for (const application of [OVERLAY, KEY_DECK, CHESS]) client.applications.set(application.id, application);
  sessions.push(
    rpcSession('a', {
      ...{
        application: OVERLAY,
        origin: 'https://overlay.example',
        connected_at: ago({ minutes: 75 }),
        last_seen_at: ago({ minutes: 0 }),
      },
      ...{ scopes: ['rpc', 'identify', 'messages.read'], subscriptions: 3 },
      subscribed: ['VOICE_STATE_UPDATE', 'SPEAKING_START', 'MESSAGE_CREATE'],
    }),
    rpcSession('b', {
      ...{
        application: KEY_DECK,
        origin: 'http://localhost:4455',
        connected_at: ago({ minutes: 20 }),
        last_seen_at: ago({ minutes: 0 }),
      },
      ...{ subscriptions: 1, subscribed: ['VOICE_SETTINGS_UPDATE'] },
    }),
    rpcSession('c', {
      ...{
        application: CHESS,
        origin: 'https://chess.example',
        connected_at: ago({ minutes: 3 }),
        last_seen_at: ago({ minutes: 0 }),
      },
      ...{ scopes: null, subscriptions: 0, subscribed: [], encoding: 'etf' },
    }),
  );
  for (const [id, pid, path] of [
    ['a', '2201', '/usr/bin/firefox'],
    ['b', '2417', '/opt/key-deck/key-deck'],
  ] as const) {
    harness.peers.set(id, pid);
    harness.programs.set(pid, { name: path.slice(path.lastIndexOf('/') + 1), path });
  }
  refusals.record({ reason: 'origin', applicationId: CHESS.id, origin: 'http://localhost:8080' });
  harness.administration = administration();
}

function administration(): MockAdministration {
  const made = new MockAdministration();
  const { ada, ben } = PEOPLE;
  made.makeId = (created) => toId(102 + created);
  made.makeSecret = () => 'kX2mVq81tCzR4wEoB7yHn5uPd0sLfJga';
  made.people = [ada, ben].map((one) => ({ ...one, token: null }));
  made.applications = [
    { ...OVERLAY, approved: true, owner_id: ada.id, redirect_uris: [], testers: [], bot: { id: toId(110) } },
    { ...KEY_DECK, approved: true, owner_id: ada.id, redirect_uris: [], testers: [], bot: null },
    {
      ...CHESS,
      approved: false,
      owner_id: ada.id,
      redirect_uris: ['chess://back'],
      testers: [ada.id],
      bot: null,
    },
  ];
  made.lastUses.set(toId(901), ago({ days: 2 }));
  return made;
}

/** Remembers an answer of the person, which needs the server. */
export async function rememberAnswer({ consent }: ControlHarness): Promise<void> {
  const { id, name, rpc_origins } = OVERLAY;
  const request = consentRequest({ id, name, origin: rpc_origins[0] ?? null, userId: PEOPLE.ada.id });
  const answer = consent.ask(request, new AbortController().signal);
  await consent.decide(consent.waiting()[0]?.id ?? '', 'allow', true);
  await answer;
}
