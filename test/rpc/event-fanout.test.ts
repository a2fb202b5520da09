import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guild, message, textChannel } from '../helpers/objects.js';
import { withClock } from '../helpers/with-clock.js';

test(
  'a subscriber receives no events after its token has expired',
  withClock(async (mock, clock) => {
    mock.client.addGuild(guild('200', { channels: [textChannel('11')] }));
    const hour = 3_600_000;
    const scopes = ['rpc', 'messages.read'];
    const tokens = [hour, 3 * hour].map((ms) =>
      mock.grant(scopes, { token: `lasts-${ms}`, expiresAt: clock.now() + ms }),
    );
    const [short, long] = await Promise.all(
      tokens.map(async (access_token) => {
        const client = await mock.connect();
        await client.request('AUTHENTICATE', { access_token });
        await client.request('SUBSCRIBE', { channel_id: '11' }, 'MESSAGE_CREATE');
        return client;
      }),
    );
    assert.ok(short !== undefined && long !== undefined);
    await clock.advance(2 * hour);
    mock.client.dispatch('MESSAGE_CREATE', message('900', '11'));
    assert.equal((await long.next()).evt, 'MESSAGE_CREATE');
    // The reply arrives after everything that was sent before.
    assert.equal((await short.request('GET_GUILDS')).data?.code, 4006);
    assert.deepEqual(short.frames, []);
    await Promise.all([short.close(), long.close()]);
  }),
);
