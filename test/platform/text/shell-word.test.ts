import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toShellWord } from '#guildhall/platform/text/shell-word.js';

test('words are quoted for the shell of the system', () => {
  const words = ['plain', 'C:\\guildhall', 'a b', 'C:\\Ada L\\', "it's", '$HOME', ''];
  assert.deepEqual(
    words.map((word) => toShellWord(word, 'win32')),
    ['plain', 'C:\\guildhall', '"a b"', '"C:\\Ada L\\\\"', '"it\'s"', "'$HOME'", '""'],
  );
  assert.deepEqual(
    words.map((word) => toShellWord(word, 'linux')),
    ['plain', "'C:\\guildhall'", "'a b'", "'C:\\Ada L\\'", "'it'\\''s'", "'$HOME'", "''"],
  );
});
