import type { Command } from 'commander';
import { getVoiceStatus } from '../../control/operations/voice.js';
import type { VoiceMember } from '../../control/voice/voice-schemas.js';
import type { AddCommand } from '../support/invocation.js';
import { fields, table } from '../support/table.js';

/** `guildhall voice status`: the person's voice channel, who is in it, and the connection. */
export const addVoiceStatus: AddCommand = (voice, run) => {
  voice
    .command('status')
    .description('show your voice channel, who is in it, and the connection')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) => {
        result(await daemon.call(getVoiceStatus, {}, {}), statusText);
      }),
    );
};

type VoiceStatus = Awaited<ReturnType<typeof getVoiceStatus.invoke>>;

function statusText(status: VoiceStatus): string {
  const { channel, connection, holder, missing_devices: missing, speaking } = status;
  const parts = fields([
    ['channel', channel === null ? null : `${channel.name} (${channel.id}) of ${channel.guild}`],
    ['connection', connection.state],
    ['server', connection.hostname],
    ['ping', connection.pings.length === 0 ? null : pingText(connection)],
    [
      'settings locked by',
      holder === null ? null : `${holder.name} (${holder.id}); your own changes still win`,
    ],
    ...(status.shortcut_waits
      ? [['push-to-talk', 'with your own key: the application may not record keys'] as const]
      : []),
    ['missing devices', missing.join(', ')],
    ...(status.is_microphone_silent ? [['microphone', 'open, but silent'] as const] : []),
  ]);
  if (channel === null) return parts;
  const rows = channel.members.map((member) => memberRow(member, speaking));
  const more = channel.more === 0 ? '' : `\nand ${channel.more} more`;
  return `${parts}\n\n${table(['USER', 'ID', 'VOLUME', 'NOTE'], rows, 'nobody')}${more}`;
}

function pingText({ average_ping, last_ping }: VoiceStatus['connection']): string {
  return `${last_ping.toFixed(0)} ms, ${average_ping.toFixed(0)} ms on average`;
}

function memberRow({ id, name, settings, ...member }: VoiceMember, speaking: readonly string[]): string[] {
  const notes = [
    member.is_self && 'you',
    speaking.includes(id) && 'speaking',
    member.is_muted && 'muted',
    member.is_deafened && 'deafened',
    settings.mute && 'muted for you',
  ];
  return [name, id, `${settings.volume} %`, notes.filter((note) => note !== false).join(', ')];
}
