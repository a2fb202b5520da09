import type { Command } from 'commander';
import type { ControlClient } from '../../control/control-client.js';
import type { ShownMessage } from '../../control/guilds/guild-schemas.js';
import type { MessagePart } from '../../control/guilds/message-feed.js';
import { listMessages, sendMessage, watchMessages } from '../../control/operations/messages.js';
import { UsageError } from '../../platform/errors.js';
import { localTime } from '../../platform/text/local-time.js';
import { sentence, toIsolatedText } from '../../platform/text/visible-text.js';
import { MESSAGE_CONTENT_LIMIT } from '../../protocol/objects/message.js';
import { type Found, findInGuild, GUILD_OPTION } from '../support/find-named.js';
import type { AddCommand, Invocation } from '../support/invocation.js';
import { readInput } from '../support/read-input.js';
import type { Terminal } from '../support/terminal.js';

/** `guildhall messages`: reads and writes messages as the person. */
export const addMessages: AddCommand = (program, run) => {
  const messages = program.command('messages').description('messages of text channels');
  messages
    .command('list <channel>')
    .description('show the newest messages of a channel, by its id, its name or GUILD/NAME')
    .option('-f, --follow', 'follow what happens until interrupted; with --json one value a line')
    .option(...GUILD_OPTION)
    .action((channel: string, options: { follow?: true; guild?: string }, command: Command) =>
      run(command, async (invocation) => {
        const { id } = await findTextChannel(invocation.daemon, channel, options.guild);
        await (options.follow ? followMessages(invocation, id) : showMessages(invocation, id));
      }),
    );
  messages
    .command('send <channel> [text]')
    .description(
      'write a message to a channel, by its id, its name or GUILD/NAME; without a text that of standard input',
    )
    .option(...GUILD_OPTION)
    .action((channel: string, text: string | undefined, options: { guild?: string }, command: Command) =>
      run(command, async ({ daemon, result, terminal }) => {
        const content = text ?? (await readPiped(terminal));
        checkContent(content);
        const { id, guild, name } = await findTextChannel(daemon, channel, options.guild);
        result(
          await daemon.call(sendMessage, { id }, { content }),
          (sent) => sentence`sent to ${name} of ${guild.name} (${sent.id})`,
        );
      }),
    );
};

function findTextChannel(daemon: ControlClient, channel: string, guild?: string): Promise<Found> {
  return findInGuild(daemon, 'text channel', channel, guild);
}

/** The text of standard input without its last line end; nobody is asked to type it. */
async function readPiped(terminal: Terminal): Promise<string> {
  if (terminal.input.isTTY === true) return '';
  return (await readInput(terminal, 4 * MESSAGE_CONTENT_LIMIT)).replace(/\n$/, '');
}

/** @throws {UsageError} */
function checkContent(content: string): void {
  if (content.trim() === '')
    throw new UsageError('a message needs text, as an argument or on standard input');
  if (content.length > MESSAGE_CONTENT_LIMIT) {
    throw new UsageError(
      `a message has at most ${MESSAGE_CONTENT_LIMIT} characters, this one has ${content.length}`,
    );
  }
}

async function showMessages({ daemon, result }: Invocation, id: string): Promise<void> {
  const { messages } = await daemon.call(listMessages, { id }, {});
  result(messages, (all) => (all.length === 0 ? 'no messages' : all.map(messageText).join('\n')));
}

async function followMessages({ daemon, nextResult, terminal }: Invocation, id: string): Promise<void> {
  const parts = daemon.stream(watchMessages, { id }, {}, terminal.interrupted);
  for await (const part of parts) nextResult(part, partText);
}

function partText(part: MessagePart): string {
  if (part.part === 'page') return part.value.messages.map(messageText).join('\n');
  return part.part === 'message' ? messageText(part.value) : `(message ${part.value} was deleted)`;
}

/** A name that could end where it does not, as `root#5803: I agree`, is quoted. */
function authorText(name: string): string {
  return toIsolatedText(/[:"]/.test(name) ? JSON.stringify(name) : name);
}

/** Lines after the first one are indented, so that a message cannot look like another one. */
function messageText({ author, attachments, content, embeds, timestamp, ...message }: ShownMessage): string {
  const parts = [
    content !== '' && content.split('\n').map(toIsolatedText).join('\n    '),
    message.action !== null && `(${message.action})`,
    message.is_edited && '(edited)',
    ...attachments.map((name) => `[file ${toIsolatedText(name)}]`),
    embeds > 0 && `[${embeds} embeds]`,
  ].filter((part) => part !== false);
  const time = toIsolatedText(localTime(timestamp, 'minute'));
  return [`${time} ${authorText(author.name)}:`, ...parts].join(' ');
}
