import Type, { type Static } from 'typebox';
import { keyId } from '../hardware/input/key-id.js';
import { UserError } from '../platform/errors.js';
import { MAX_SHORTCUT_KEYS, type Shortcut, ShortcutSchema } from '../protocol/rpc/shortcut.js';

/**
 * The person's shortcuts in a voice channel, which work in any window; an empty one is not set. Applications see
 * `push_to_talk`, which is also in the voice settings, and none of the others.
 */
export const VoiceKeysSchema = Type.Object({
  push_to_talk: ShortcutSchema,
  /** mutes the person while it is held */
  push_to_mute: ShortcutSchema,
  /** toggles mute */
  mute: ShortcutSchema,
  /** toggles deafen */
  deafen: ShortcutSchema,
});
export type VoiceKeys = Readonly<Static<typeof VoiceKeysSchema>>;
export type VoiceKeyAction = keyof VoiceKeys;

export const VOICE_KEY_ACTIONS = Object.keys(VoiceKeysSchema.properties) as VoiceKeyAction[];

/** The shortcuts that are not in the voice settings, as they are saved. */
export const OwnKeysSchema = Type.Omit(VoiceKeysSchema, ['push_to_talk']);
export type OwnKeys = Readonly<Static<typeof OwnKeysSchema>>;

export const NO_KEYS: OwnKeys = { push_to_mute: [], mute: [], deafen: [] };

/** The name of an action for the person, e.g. `push-to-talk`. */
export function describeKeyAction(action: VoiceKeyAction): string {
  return action.replaceAll('_', '-');
}

/**
 * Refuses shortcuts that overlap: other keys may be down while a shortcut is held, so one that contains another would
 * press both.
 *
 * @param keys the current ones
 * @throws {UserError} if a shortcut for `action` conflicts with that of another action, or has too many keys
 */
export function requireFreeShortcut(action: VoiceKeyAction, shortcut: Shortcut, keys: VoiceKeys): void {
  if (shortcut.length > MAX_SHORTCUT_KEYS)
    throw new UserError(`a combination has at most ${MAX_SHORTCUT_KEYS} keys`);
  for (const other of VOICE_KEY_ACTIONS) {
    if (other === action || !(contains(shortcut, keys[other]) || contains(keys[other], shortcut))) continue;
    const [wanted, taken] = [shortcut, keys[other]].map((each) => each.map(({ name }) => name).join(' + '));
    const conflict = wanted === taken ? 'is already' : `shares its keys with ${taken},`;
    throw new UserError(
      `${wanted} ${conflict} the key of ${describeKeyAction(other)}`,
      'Choose another one, or clear that one first.',
    );
  }
}

/** Whether two shortcuts have the same keys, and not none. */
export function isSameShortcut(one: Shortcut, other: Shortcut): boolean {
  return contains(one, other) && contains(other, one);
}

function contains(shortcut: Shortcut, part: Shortcut): boolean {
  const ids = new Set(shortcut.map(keyId));
  return part.length > 0 && part.every((key) => ids.has(keyId(key)));
}
