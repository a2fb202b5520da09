import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAME_LENGTHS, normalizeChannelName, normalizeName, normalizeNick } from '#guildhall/guilds/names.js';
import { Refusal } from '#guildhall/guilds/refusal.js';
import { CHANNEL_TYPES } from '#guildhall/protocol/objects/channel.js';

const ICON = '😀';
const { GUILD_TEXT, GUILD_VOICE } = CHANNEL_TYPES;

const lengths = [
  ['guild', 100, (name: string) => normalizeName(name, NAME_LENGTHS.guild, ['name'])],
  ['role', 100, (name: string) => normalizeName(name, NAME_LENGTHS.role, ['name'])],
  ['voice channel', 100, (name: string) => normalizeChannelName(name, GUILD_VOICE, ['name'])],
  ['nick', 32, normalizeNick],
] as const;

for (const [kind, most, normalize] of lengths) {
  test(`the name of a ${kind} has up to ${most} characters, whatever their number of UTF-16 units`, () => {
    const longest = ICON.repeat(most);
    assert.equal(normalize(longest), longest);
    assert.throws(() => normalize(longest + ICON), Refusal);
  });
}

test('the minimum of a name is counted in characters, too', () => {
  assert.throws(() => normalizeName(ICON, NAME_LENGTHS.guild, ['name']), Refusal);
});

test('the name of a text channel has up to 100 characters also in lower case', () => {
  // In lower case it has two characters.
  const letter = '\u0130';
  assert.equal(normalizeChannelName(letter.repeat(50), GUILD_TEXT, ['name']).length, 100);
  assert.throws(() => normalizeChannelName(letter.repeat(51), GUILD_TEXT, ['name']), Refusal);
});
