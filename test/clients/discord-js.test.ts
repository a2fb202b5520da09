import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client as CoreClient, GatewayDispatchEvents } from '@discordjs/core';
import { REST } from '@discordjs/rest';
import { WebSocketManager } from '@discordjs/ws';
import { Client } from 'discord.js';
import { withService } from '../api/support/test-service.js';
import { join } from '../api/support/world.js';
import { eventually } from '../helpers/eventually.js';

/** The version of REST and gateway that these clients are told to speak. */
const VERSION = '6';

describe('@discordjs/core, unmodified', () => {
  test('logs in, makes a guild with roles and channels, keeps members and messages, and hears of it', () =>
    withService(async (service) => {
      const game = await service.game();
      const person = await service.person();
      const rest = new REST({ version: VERSION, api: service.url }).setToken(game.bot.token);
      const gateway = new WebSocketManager({ token: game.bot.token, intents: 0, rest, version: VERSION });
      const client = new CoreClient({ rest, gateway });
      const heard: string[] = [];
      for (const event of Object.values(GatewayDispatchEvents)) client.on(event, () => heard.push(event));
      await gateway.connect();
      try {
        await eventually(() => heard.includes('READY'));
        const { guilds, channels } = client.api;
        const guild = (await rest.post('/guilds', { body: { name: 'Castle' } })) as { id: string };
        const role = await guilds.createRole(guild.id, { name: 'knights' }, { reason: 'für ✓' });
        const channel = await guilds.createChannel(guild.id, { name: 'talk', type: 0 });
        await join(service, game, person, guild.id);
        await guilds.editMember(guild.id, person.id, { nick: 'Countess' });
        await guilds.addRoleToMember(guild.id, person.id, role.id);
        const member = await guilds.getMember(guild.id, person.id);
        assert.deepEqual([member.nick, member.roles], ['Countess', [role.id]]);
        const message = await channels.createMessage(channel.id, { content: 'hello' });
        assert.equal((await channels.getMessages(channel.id, { limit: 1 }))[0]?.id, message.id);
        await guilds.banUser(guild.id, person.id, {}, { reason: 'spam' });
        await guilds.unbanUser(guild.id, person.id);
        const log = await guilds.getAuditLogs(guild.id);
        const created = log.audit_log_entries.find(({ action_type }) => Number(action_type) === 30);
        assert.deepEqual([created?.target_id, created?.reason], [role.id, 'für ✓']);
        await channels.delete(channel.id);
        await guilds.delete(guild.id);
        await eventually(() => heard.includes('GUILD_DELETE'));
        assert.deepEqual(
          heard.filter((event) => event !== 'PRESENCE_UPDATE'),
          [
            'READY',
            'GUILD_CREATE',
            'GUILD_ROLE_CREATE',
            'CHANNEL_CREATE',
            'GUILD_MEMBER_ADD',
            'GUILD_MEMBER_UPDATE',
            'GUILD_MEMBER_UPDATE',
            'MESSAGE_CREATE',
            'GUILD_BAN_ADD',
            'GUILD_MEMBER_REMOVE',
            'GUILD_BAN_REMOVE',
            'CHANNEL_DELETE',
            'GUILD_DELETE',
          ],
        );
      } finally {
        await gateway.destroy();
      }
    }));
});

describe('discord.js 14, unmodified', () => {
  test('logs in and knows its guilds', () =>
    withService(async (service) => {
      const game = await service.game();
      const as = `Bot ${game.bot.token}`;
      await service.ok('POST', '/guilds', { as, json: { name: 'Castle' } });
      const client = new Client({
        intents: 0,
        rest: { version: VERSION, api: service.url },
        ws: { version: Number(VERSION) },
      });
      try {
        await client.login(game.bot.token);
        await eventually(() => client.isReady());
        assert.deepEqual(
          [...client.guilds.cache.values()].map(({ name }) => name),
          ['Castle'],
        );
      } finally {
        await client.destroy();
      }
    }));
});
