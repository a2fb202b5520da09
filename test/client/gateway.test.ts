import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatClient } from '#guildhall/client/client.js';
import { ServiceChatClient } from '#guildhall/client/service-chat-client.js';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { guild, message, textChannel } from '../helpers/objects.js';
import { type ScriptedConnection, ScriptedService } from '../helpers/scripted-service.js';

const USER = { id: '1', username: 'ada', discriminator: '0001', avatar: null };

const ready = (...guilds: string[]) => ({
  v: 6,
  user: USER,
  private_channels: [],
  guilds: guilds.map((id) => ({ id, unavailable: true })),
  relationships: [],
  session_id: 'session-1',
  resume_gateway_url: '',
  _trace: [],
});

function withClient(
  run: (service: ScriptedService, client: ChatClient) => Promise<void>,
  clock: Clock = systemClock,
) {
  return async () => {
    const service = await ScriptedService.start();
    const client = ServiceChatClient.start({
      apiUrl: service.url,
      token: 'secret',
      clock,
      log: silentLogger,
    });
    try {
      await run(service, client);
    } finally {
      await client.stop();
      await service.stop();
    }
  };
}

async function signedIn(service: ScriptedService, ...guilds: string[]): Promise<ScriptedConnection> {
  const gateway = await service.accept();
  await gateway.next(2);
  gateway.dispatch(1, 'READY', ready(...guilds));
  return gateway;
}

test(
  'the client identifies with the bare token and has its guilds and channels once they have arrived',
  withClient(async (service, client) => {
    const gateway = await service.accept();
    const { d } = await gateway.next(2);
    assert.equal((d as { token: string }).token, 'secret');
    gateway.dispatch(1, 'READY', ready('200', '1000'));
    const caughtUp = client.caughtUp(10_000);
    gateway.dispatch(2, 'GUILD_CREATE', guild('1000'));
    gateway.dispatch(3, 'GUILD_CREATE', guild('200', { channels: [textChannel('11')] }));
    await caughtUp;
    assert.deepEqual(client.user, USER);
    assert.equal(client.connected, true);
    assert.deepEqual(
      client.state.guilds().map(({ id }) => id),
      ['200', '1000'],
    );
    assert.equal(client.state.channel('11')?.guild_id, '200');
  }),
);

test(
  'a text channel that goes out of view is deselected for good',
  withClient(async (service, client) => {
    const bob = { id: '2', username: 'bob', discriminator: '0002', avatar: null };
    const dm = { id: '50', type: 1, last_message_id: null, recipients: [bob] };
    const gateway = await signedIn(service);
    const isInView = () => client.state.channel('50') !== undefined;
    gateway.dispatch(2, 'CHANNEL_CREATE', dm);
    await eventually(isInView);
    client.requestTextChannel()('50');
    assert.equal(client.selectedTextChannel, '50');
    gateway.dispatch(3, 'CHANNEL_DELETE', dm);
    await eventually(() => !isInView());
    assert.equal(client.selectedTextChannel, null);
    gateway.dispatch(4, 'CHANNEL_CREATE', dm);
    await eventually(isInView);
    assert.equal(client.selectedTextChannel, null);
  }),
);

test(
  'a text channel stays selected while its guild is unavailable and while a new session is filled',
  withClient(async (service, client) => {
    const withChannel = guild('200', { channels: [textChannel('11')] });
    const isInView = () => client.state.channel('11') !== undefined;
    const gateway = await signedIn(service, '200');
    gateway.dispatch(2, 'GUILD_CREATE', withChannel);
    await eventually(isInView);
    client.requestTextChannel()('11');
    gateway.dispatch(3, 'GUILD_DELETE', { id: '200', unavailable: true });
    await eventually(() => !isInView());
    assert.equal(client.selectedTextChannel, null);
    gateway.dispatch(4, 'GUILD_CREATE', withChannel);
    await eventually(isInView);
    assert.equal(client.selectedTextChannel, '11');
    gateway.dispatch(1, 'READY', ready('200', '300'));
    gateway.dispatch(2, 'GUILD_CREATE', guild('300'));
    await eventually(() => !isInView() && client.state.guild('300') !== undefined);
    gateway.dispatch(3, 'GUILD_CREATE', withChannel);
    await eventually(isInView);
    assert.equal(client.selectedTextChannel, '11');
  }),
);

test(
  'private channels of READY fire no events; invalid ones are omitted, and the next READY replaces them',
  withClient(async (service, client) => {
    const created: string[] = [];
    client.on('channelCreate', ({ channel }) => created.push(channel.id));
    const bob = { id: '2', username: 'bob', discriminator: '0002', avatar: null };
    const dm = (id: string) => ({ id, type: 1, last_message_id: null, recipients: [bob] });
    const gateway = await service.accept();
    await gateway.next(2);
    const private_channels = [dm('50'), { id: 'x', type: 1 }, null, dm('51')];
    gateway.dispatch(1, 'READY', { ...ready(), private_channels });
    gateway.dispatch(2, 'CHANNEL_DELETE', dm('51'));
    gateway.dispatch(3, 'CHANNEL_CREATE', dm('52'));
    await eventually(() => created.length > 0);
    assert.deepEqual(created, ['52']);
    assert.deepEqual(
      client.state.privateChannels().map(({ id }) => id),
      ['50', '52'],
    );
    gateway.dispatch(1, 'READY', ready('200'));
    gateway.dispatch(2, 'GUILD_CREATE', guild('200'));
    await eventually(() => client.state.guild('200') !== undefined);
    assert.deepEqual(client.state.privateChannels(), []);
  }),
);

test(
  'gateway events change the state',
  withClient(async (service, client) => {
    const gateway = await signedIn(service, '200');
    const role = {
      id: '5',
      name: 'r',
      color: 1,
      hoist: false,
      position: 1,
      permissions: 0,
      managed: false,
      mentionable: false,
    };
    const bob = { id: '2', username: 'bob', discriminator: '0002', avatar: null };
    const joined_at = '2018-01-01T00:00:00.000000+00:00';
    const events: [string, unknown][] = [
      ['GUILD_CREATE', guild('200')],
      ['GUILD_UPDATE', { ...guild('200'), name: 'Renamed' }],
      ['CHANNEL_CREATE', textChannel('11', { guild_id: '200' })],
      ['CHANNEL_CREATE', textChannel('12', { guild_id: '200' })],
      ['CHANNEL_UPDATE', textChannel('11', { guild_id: '200', name: 'new' })],
      ['CHANNEL_DELETE', textChannel('12', { guild_id: '200' })],
      ['GUILD_ROLE_CREATE', { guild_id: '200', role }],
      ['GUILD_ROLE_UPDATE', { guild_id: '200', role: { ...role, name: 'renamed' } }],
      ['GUILD_MEMBER_ADD', { guild_id: '200', user: bob, roles: [], joined_at, deaf: false, mute: false }],
      ['GUILD_MEMBER_UPDATE', { guild_id: '200', user: bob, roles: ['5'], nick: 'bobby' }],
      ['PRESENCE_UPDATE', { guild_id: '200', user: { id: '2' }, status: 'dnd', game: null }],
      ['SOMETHING_NEW', { guild_id: '200' }],
      ['toString', {}],
    ];
    let heard = 0;
    client.on('messageCreate', () => {
      heard += 1;
    });
    for (const [index, [name, data]] of events.entries()) gateway.dispatch(index + 2, name, data);
    gateway.dispatch(50, 'MESSAGE_CREATE', message('1', '11'));
    await eventually(() => heard === 1);
    const known = client.state.guild('200');
    assert.equal(known?.name, 'Renamed');
    assert.equal(known?.member_count, 2);
    assert.equal(known?.members.get('2')?.nick, 'bobby');
    assert.deepEqual(known?.members.get('2')?.roles, ['5']);
    assert.equal(known?.presences.get('2')?.status, 'dnd');
    assert.deepEqual(
      [...(known?.roles.values() ?? [])].map(({ name }) => name),
      ['renamed'],
    );
    assert.equal(client.state.channel('11')?.name, 'new');
    assert.equal(client.state.channel('12'), undefined);
    gateway.dispatch(51, 'GUILD_MEMBER_REMOVE', { guild_id: '200', user: bob });
    gateway.dispatch(52, 'GUILD_DELETE', { id: '200' });
    await eventually(() => client.state.guild('200') === undefined);
    assert.equal(client.state.channel('11'), undefined);
  }),
);

test(
  'a lost connection is resumed, and the state is kept',
  withClient(async (service, client) => {
    const gateway = await signedIn(service, '200');
    gateway.dispatch(2, 'GUILD_CREATE', guild('200'));
    await client.caughtUp(10_000);
    gateway.close(4000);
    const next = await service.accept();
    assert.deepEqual((await next.next(6)).d, { token: 'secret', session_id: 'session-1', seq: 2 });
    assert.equal(client.state.guilds().length, 1);
    next.dispatch(3, 'RESUMED', { _trace: [] });
    await eventually(() => client.connected);
  }),
);

test(
  'the voice channel is null while the connection is lost, and restored when the session is resumed',
  withClient(async (service, client) => {
    const gateway = await signedIn(service, '200');
    const voice_state = {
      ...{ user_id: '1', channel_id: '12', session_id: 's', suppress: false },
      ...{ deaf: false, mute: false, self_deaf: false, self_mute: false },
    };
    const channels: (string | null)[] = [];
    client.on('ownVoiceChannel', ({ channelId }) => channels.push(channelId));
    const voiceChannel = textChannel('12', { type: 2 });
    gateway.dispatch(
      2,
      'GUILD_CREATE',
      guild('200', { channels: [voiceChannel], voice_states: [voice_state] }),
    );
    await client.caughtUp(10_000);
    assert.equal(client.voiceChannelId, '12');
    gateway.close(4000);
    await eventually(() => !client.connected);
    assert.equal(client.voiceChannelId, null);
    const next = await service.accept();
    await next.next(6);
    next.dispatch(3, 'RESUMED', { _trace: [] });
    await eventually(() => client.voiceChannelId === '12');
    assert.deepEqual(channels, ['12', null, '12']);
  }),
);

test(
  'a session that cannot be resumed starts again, and removed guilds are reported',
  withClient(async (service, client) => {
    const gateway = await signedIn(service, '200', '300');
    gateway.dispatch(2, 'GUILD_CREATE', guild('200'));
    gateway.dispatch(3, 'GUILD_CREATE', guild('300'));
    await client.caughtUp(10_000);
    const gone: string[] = [];
    client.on('guildDelete', ({ id }) => gone.push(id));
    gateway.send({ op: 9, d: false });
    const next = await service.accept();
    await next.next(2);
    next.dispatch(1, 'READY', ready('200'));
    await eventually(() => gone.length === 1);
    assert.deepEqual(gone, ['300']);
  }),
);

test(
  'the activity is sent once the client is connected, and again to a resumed and to a new session',
  withClient(async (service, client) => {
    client.showActivity({ name: 'Chess', details: 'Castle' });
    const shown = async (gateway: ScriptedConnection) => {
      const { d } = await gateway.next(3);
      return (d as { game: { name: string; details: string } | null }).game;
    };
    const first = await signedIn(service);
    assert.deepEqual(await shown(first), { name: 'Chess', details: 'Castle' });
    first.close(4000);
    const resumed = await service.accept();
    await resumed.next(6);
    resumed.dispatch(2, 'RESUMED', { _trace: [] });
    assert.deepEqual(await shown(resumed), { name: 'Chess', details: 'Castle' });
    resumed.send({ op: 9, d: false });
    const renewed = await signedIn(service);
    assert.deepEqual(await shown(renewed), { name: 'Chess', details: 'Castle' });
    renewed.send({ op: 9, d: false });
    await eventually(() => !client.connected);
    client.showActivity(null);
    // A new session shows none, so that the next frame is another activity.
    const last = await signedIn(service);
    await eventually(() => client.connected);
    client.showActivity({ name: 'Go', details: 'Opening' });
    assert.deepEqual(await shown(last), { name: 'Go', details: 'Opening' });
  }),
);

test(
  'an invalid frame ends the session, not the process',
  withClient(async (service) => {
    const gateway = await signedIn(service);
    gateway.send('not json');
    assert.equal(await gateway.closed, 4000);
    await (await service.accept()).next(2);
  }),
);

test('heartbeats use the interval of HELLO, and a silent connection is closed', async () => {
  // Beats are due when the test says so: at a real interval, a busy machine would be too late for one.
  const beats = new ManualClock();
  await withClient(
    async (service, client) => {
      const gateway = await service.accept(30_000);
      await gateway.next(2);
      gateway.dispatch(7, 'READY', ready());
      await eventually(() => client.user !== null);
      await beats.advance(30_000);
      assert.equal((await gateway.next(1)).d, 7);
      gateway.send({ op: 11, d: null });
      gateway.dispatch(8, 'GUILD_CREATE', guild('200'));
      await eventually(() => client.state.guilds().length === 1);
      await beats.advance(30_000);
      assert.equal((await gateway.next(1)).d, 8);
      // No answer this time.
      await beats.advance(30_000);
      assert.equal(await gateway.closed, 1006);
      await (await service.accept()).next(6);
    },
    { ...systemClock, every: (ms, beat) => beats.every(ms, beat) },
  )();
});

test('a refused token is not retried', async () => {
  const clock = new ManualClock();
  const refuse = withClient(async (service, client) => {
    const gateway = await service.accept();
    await gateway.next(2);
    assert.ok(clock.timers > 0);
    gateway.close(4004);
    // Neither a heartbeat nor another attempt waits.
    await eventually(() => clock.timers === 0);
    assert.equal(client.connected, false);
  }, clock);
  await refuse();
});

test(
  'signing in as another person clears the state',
  withClient(async (service, client) => {
    const gateway = await signedIn(service, '200');
    gateway.dispatch(2, 'GUILD_CREATE', guild('200'));
    await client.caughtUp(10_000);
    await assert.rejects(client.signIn('wrong'), { name: 'ServiceError', status: 404 });
    assert.equal(client.state.guilds().length, 1);
    service.answers.set('GET /users/@me', { status: 200, body: { ...USER, id: '2' } });
    await client.signIn('other');
    assert.equal(client.user?.id, '2');
    assert.deepEqual(client.state.guilds(), []);
    const next = await service.accept();
    assert.equal(((await next.next(2)).d as { token: string }).token, 'other');
  }),
);

test(
  'two concurrent sign-ins leave one connection',
  withClient(async (service, client) => {
    service.answers.set('GET /users/@me', { status: 200, body: USER });
    const first = await signedIn(service);
    // Both sign-ins wait for its end.
    first.pause();
    await Promise.all([client.signIn('other'), client.signIn('third')]);
    first.resume();
    await first.closed;
    const second = await service.accept();
    await second.next(2);
    second.dispatch(1, 'READY', ready());
    await eventually(() => client.connected);
    await client.stop();
    // One that nobody stops stays open longer than that.
    await eventually(() => service.openConnections === 0);
  }),
);

test(
  'a sign-in that ends after the client was stopped does not connect',
  withClient(async (service, client) => {
    service.answers.set('GET /users/@me', { status: 200, body: USER });
    await signedIn(service);
    const signIn = client.signIn('other');
    await client.stop();
    await signIn;
    // It would ask for the gateway before anything else.
    for (let request = 0; request < 3; request += 1) await client.application('5');
    assert.equal(service.requests.filter(({ url }) => url === '/gateway').length, 1);
  }),
);

test(
  'changes of applications are reported only by a service that supports it, and while its gateway is connected',
  withClient(async (service, client) => {
    let changes = 0;
    client.on('applicationsChanged', () => {
      changes += 1;
    });
    const first = await service.accept();
    const { d } = await first.next(2);
    assert.equal((d as { application_updates: boolean }).application_updates, true);
    first.dispatch(1, 'READY', ready());
    await eventually(() => client.connected);
    assert.equal(client.reportsApplicationChanges, false);

    first.dispatch(2, 'READY', { ...ready(), application_updates: true });
    await eventually(() => client.reportsApplicationChanges);
    const before = changes;
    first.dispatch(3, 'OAUTH2_APPLICATIONS_UPDATE', {});
    await eventually(() => changes === before + 1);

    first.close(4000);
    await eventually(() => !client.connected);
    assert.equal(client.reportsApplicationChanges, false);
    const second = await service.accept();
    await second.next(6);
    assert.equal(client.reportsApplicationChanges, false);
    second.dispatch(4, 'OAUTH2_APPLICATIONS_UPDATE', {});
    second.dispatch(5, 'RESUMED', {});
    await eventually(() => client.reportsApplicationChanges);
    assert.equal(changes, before + 2);

    second.dispatch(1, 'READY', ready());
    await eventually(() => !client.reportsApplicationChanges);
    assert.equal(changes, before + 3);
  }),
);

test(
  'a grant that the person revokes is reported at once, without an event of the gateway, unless it was for one connection',
  withClient(async (service, client) => {
    const application = { id: '100', name: 'Game', description: '', icon: null, rpc_origins: [] };
    const grant = (id: string, once: boolean) => ({
      ...{ id, application: { ...application, id: `10${id}` }, scopes: ['rpc'], once },
      created_at: '2026-01-02T03:04:05.000000+00:00',
    });
    service.answers.set('GET /oauth2/tokens', { status: 200, body: [grant('1', false), grant('2', true)] });
    for (const id of ['1', '2'])
      service.answers.set(`DELETE /oauth2/tokens/${id}`, { status: 204, body: null });
    const revoked: object[] = [];
    client.on('grantRevoked', (event) => revoked.push(event));
    assert.deepEqual(await Promise.all(['1', '2', '3'].map((id) => client.revokeGrant(id))), [
      true,
      true,
      false,
    ]);
    assert.deepEqual(revoked, [{ applicationId: '101', tokenHashes: null }]);
  }),
);
