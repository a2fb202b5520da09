import assert from 'node:assert/strict';
import { compareSnowflakes } from '#guildhall/protocol/snowflake.js';
import { GatewayClient } from '../../api/support/gateway-client.js';
import { ok, type Reply } from './request.js';

type Body = Reply['body'];

/** A bot's gateway session, over the ends of the service. */
export class RecoveringSession {
  private constructor(
    private readonly token: string,
    private client: GatewayClient,
  ) {}

  static async identify(url: string, token: string): Promise<RecoveringSession> {
    return new RecoveringSession(token, await GatewayClient.identify(url, token));
  }

  /** No event precedes its commit: whatever was heard of before the end is kept. @param known every id ever kept */
  checkHeard(known: ReadonlySet<string>, isThere: (id: string) => boolean): void {
    for (const { t, d } of this.client.frames as { t: string | null; d: Body }[]) {
      if (t === 'GUILD_ROLE_CREATE' && !d.role.managed)
        assert.ok(known.has(d.role.id), 'a role that was heard of is kept');
      if (t === 'CHANNEL_CREATE') assert.ok(known.has(d.id), 'a channel that was heard of is kept');
      if (t === 'MESSAGE_CREATE' && d.type === 0)
        assert.ok(known.has(d.id), 'a message that was heard of is kept');
      if (t === 'GUILD_ROLE_DELETE') assert.ok(!isThere(d.role_id), 'a role that was heard to go is gone');
      if (t === 'CHANNEL_DELETE') assert.ok(!isThere(d.id), 'a channel that was heard to go is gone');
      if (t === 'MESSAGE_DELETE') assert.ok(!isThere(d.id), 'a message that was heard to go is gone');
      if (t === 'GUILD_DELETE') assert.ok(!isThere(d.id), 'a guild that was heard to go is gone');
    }
  }

  /** The session of before is no more; a new one is told the same as REST tells. */
  async comeBack(url: string, as: string, guilds: readonly string[]): Promise<void> {
    const { sessionId, sequence } = this.client;
    await this.client.untilClosed();
    this.client = await GatewayClient.connect(url);
    this.client.send(6, { token: this.token, session_id: sessionId, seq: sequence });
    assert.equal((await this.client.op(9)).d, false);
    this.client.send(2, { token: this.token, properties: {} });
    const ready = await this.client.heard('READY');
    assert.deepEqual(new Set(ready.guilds.map(({ id }) => id)), new Set(guilds));
    for (const _ of guilds) {
      const created = (await this.client.heard('GUILD_CREATE')) as Body;
      const get = (path: string) => ok(url, { method: 'GET', path: `/guilds/${created.id}${path}`, as });
      const [guild, channels, members] = await Promise.all(['', '/channels', '/members?limit=1000'].map(get));
      for (const [name, value] of Object.entries(guild)) assert.deepEqual(created[name], value, name);
      assert.deepEqual(byId(created.channels), byId(channels));
      assert.deepEqual(byId(created.members), byId(members));
    }
  }

  close(): Promise<unknown> {
    return this.client.drop();
  }
}

function byId(items: Body[]): Body[] {
  const idOf = (item: Body): string => item.id ?? item.user.id;
  return [...items].sort((a, b) => compareSnowflakes(idOf(a), idOf(b)));
}
