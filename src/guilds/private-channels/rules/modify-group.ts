import { MESSAGE_TYPES, type MessageType } from '../../../protocol/objects/message.js';
import type { ImageChange, MessageChange } from '../../changes.js';
import { imageChanges, newImage } from '../../image-changes.js';
import { NAME_LENGTHS, normalizeName } from '../../names.js';
import type { GuildUser, ImageInput, RuleContext } from '../../state.js';
import { buildSystemMessage } from '../../system-message.js';
import { type PrivateChannelDecision, type PrivateChannelEvent, unchanged } from '../decision.js';
import type { PrivateChannel } from '../private-channel.js';
import { requireGroup } from './change-recipients.js';
import { postMessage } from './private-messages.js';

/** The changes of a group; undefined leaves a field unchanged, null removes it. */
export interface ModifiedGroup {
  readonly name: string | null | undefined;
  readonly icon: ImageInput | null | undefined;
  /** the actor, who is the author of the messages about it */
  readonly author: GuildUser;
}

/**
 * Changes name and image of a group; every recipient may do so (docs/rest.md, Groups).
 *
 * @throws {Refusal} DM_CHANNEL, INVALID_FORM_BODY
 */
export function modifyGroup(
  channel: PrivateChannel,
  { name: newName, icon: input, author }: ModifiedGroup,
  context: RuleContext,
): PrivateChannelDecision<PrivateChannel> {
  requireGroup(channel);
  const icon = newImage('icon', channel.icon, input);
  const modified: PrivateChannel = {
    ...channel,
    name: newName === undefined ? channel.name : readName(newName),
    icon: icon === undefined ? channel.icon : (icon?.hash ?? null),
  };
  const isRenamed = modified.name !== channel.name;
  const hasNewIcon = modified.icon !== channel.icon;
  if (!isRenamed && !hasNewIcon) return unchanged(channel, channel);
  const notices: { type: MessageType; content: string }[] = [];
  if (isRenamed) notices.push({ type: MESSAGE_TYPES.CHANNEL_NAME_CHANGE, content: modified.name ?? '' });
  if (hasNewIcon) notices.push({ type: MESSAGE_TYPES.CHANNEL_ICON_CHANGE, content: '' });
  let current = modified;
  const changes: (MessageChange | ImageChange)[] = imageChanges('icons', channel.icon, icon);
  const events: PrivateChannelEvent[] = [{ type: 'channelUpdated', to: [...channel.recipients.keys()] }];
  for (const { type, content } of notices) {
    const origin = { channelId: channel.id, author, type };
    const posted = postMessage(current, { ...buildSystemMessage(origin, context), content });
    current = posted.channel;
    changes.push(...posted.changes);
    events.push(...posted.events);
  }
  return { result: current, channel: current, changes, events };
}

/** @throws {Refusal} INVALID_FORM_BODY */
function readName(name: string | null): string | null {
  return name === null ? null : normalizeName(name, NAME_LENGTHS.channel, ['name']);
}
