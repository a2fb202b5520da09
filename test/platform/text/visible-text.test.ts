import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  escapeHiddenInJson,
  findHiddenCharacter,
  toIsolatedText,
  toPrintableText,
  toVisibleText,
} from '#guildhall/platform/text/visible-text.js';
import { fc } from '../../helpers/fast-check.js';

test('invisible, bidirectional and terminal control characters are replaced by their codes', () => {
  const rows = {
    'safe\u202eevil': 'safe[U+202E]evil',
    '\u2066a\u2069': '[U+2066]a[U+2069]',
    '\u061c\u200e\u200f': '[U+061C][U+200E][U+200F]',
    '\u001b[2J\u009b31m': '[U+001B][2J[U+009B]31m',
    'a\r\nb\tc\u0000\u007f': 'a[U+000D][U+000A]b[U+0009]c[U+0000][U+007F]',
    'a\u2028b\u2029c': 'a[U+2028]b[U+2029]c',
    'Ga\u200bme\ufeff': 'Ga[U+200B]me[U+FEFF]',
    'soft\u00adhyphen': 'soft[U+00AD]hyphen',
    '\u3164\u115f\u2800': '[U+3164][U+115F][U+2800]',
    'a\ufe0f': 'a[U+FE0F]',
    'G\u200dame': 'G[U+200D]ame',
    'tag\u{e0041}': 'tag[U+E0041]',
    '\ud800x': '[U+D800]x',
  };
  for (const [text, shown] of Object.entries(rows)) assert.equal(toVisibleText(text), shown);
});

test('ordinary text is unchanged', () => {
  const names = [
    'Game 2: “Überfall” – ½ price!',
    'Игра',
    'ゲーム',
    'משחק',
    'می‌خواهم',
    'क्‍ष',
    '👩🏽‍🚀 ❤️ 1️⃣ 👨‍👩‍👧',
  ];
  for (const name of names) {
    assert.equal(toVisibleText(name), name);
    assert.equal(findHiddenCharacter(name), null);
  }
});

test('only text with right-to-left letters is isolated', () => {
  assert.equal(toIsolatedText('Game'), 'Game');
  assert.equal(toIsolatedText('משחק'), '\u2068משחק\u2069');
  // An isolate of its own cannot end ours: it shows as its code.
  assert.equal(toIsolatedText('א\u2069\u202e'), '\u2068א[U+2069][U+202E]\u2069');
});

test('toVisibleText leaves no hidden characters in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const visible = toVisibleText(text);
      assert.equal(findHiddenCharacter(visible), null);
      assert.equal(toVisibleText(visible), visible);
    }),
  );
});

test('escaped JSON has the same value and no hidden characters except line ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(0, 2), (text, indent) => {
      const json = escapeHiddenInJson(JSON.stringify({ [text]: [text] }, null, indent));
      assert.deepEqual(JSON.parse(json), { [text]: [text] });
      assert.equal(findHiddenCharacter(json.replaceAll('\n', '')), null);
    }),
  );
});

test('the output of a command keeps its lines, isolates and colors, and no other control characters', () => {
  const own = 'name\tvalue\n\u001b[31mred\u001b[0m \u2068\u05d0\u2069\n';
  assert.equal(toPrintableText(own), own);
  assert.equal(
    toPrintableText('\u001b]0;title\u0007\u001b[2J\r\u202e'),
    '[U+001B]]0;title[U+0007][U+001B][2J[U+000D][U+202E]',
  );
});
