import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KeyNames } from '#guildhall/hardware/input/key-names.js';
import { macosLayout } from '#guildhall/hardware/input/macos-layout.js';
import { mouseButton } from '#guildhall/hardware/input/mouse-buttons.js';
import { systemLayout } from '#guildhall/hardware/input/system-layout.js';
import type { KeyboardLayoutBinding } from '#guildhall/platform/native/keyboard-layout.js';
import type { ShortcutKey } from '#guildhall/protocol/rpc/shortcut.js';
import { keyOfUsage } from '../helpers/keys.js';

/** The machine's files, by path; it has no others. */
function machine(files: Record<string, string>): (path: string) => string {
  return (path) => files[path] ?? assert.fail(path);
}

describe('the layout of the machine', () => {
  const german = '# KEYBOARD\nXKBMODEL="pc105"\nXKBLAYOUT="de"\nXKBVARIANT=\'nodeadkeys\'\nXKBOPTIONS=""\n';

  test('is that of Debian’s file, else that of systemd’s', () => {
    const names = { layout: 'de', rules: '', model: 'pc105', variant: 'nodeadkeys', options: '' };
    const files = { '/etc/default/keyboard': german, '/etc/vconsole.conf': 'KEYMAP=fr\nXKBLAYOUT=fr\n' };
    assert.deepEqual(systemLayout({}, machine(files)), names);
    const { '/etc/vconsole.conf': systemd } = files;
    assert.equal(systemLayout({}, machine({ '/etc/vconsole.conf': systemd }))?.layout, 'fr');
    const unset = { ...files, '/etc/default/keyboard': 'XKBLAYOUT=""\n#XKBLAYOUT=us\n' };
    assert.equal(systemLayout({}, machine(unset))?.layout, 'fr');
  });

  test('is read from the environment before any file', () => {
    const environment = { XKB_DEFAULT_LAYOUT: 'ru', XKB_DEFAULT_VARIANT: 'phonetic' };
    const names = systemLayout(environment, machine({ '/etc/default/keyboard': german }));
    assert.deepEqual([names?.layout, names?.variant, names?.model], ['ru', 'phonetic', '']);
  });

  test('is unknown if nothing configures it', () => {
    assert.equal(systemLayout({}, machine({})), null);
    assert.equal(
      systemLayout({ XKB_DEFAULT_LAYOUT: '' }, machine({ '/etc/vconsole.conf': 'KEYMAP=us' })),
      null,
    );
  });
});

describe('names of keys', () => {
  const asked: string[] = [];
  const layouts: KeyboardLayoutBinding = {
    ofXDisplay: () => null,
    ofWayland: () => null,
    // Y, the key right of P, F5, the 7 of the number pad, the key above Tab.
    characters(layout) {
      const name = 'layout' in layout ? layout.layout : layout.keymap;
      asked.push(name);
      const characters: [number, string][] = [
        [21, 'z'],
        [26, 'Ü'],
        [63, '?'],
        [71, '7'],
        [41, '^'],
      ];
      return name === 'de' ? { status: 'read', characters } : { status: 'unknown-layout', characters: [] };
    },
  };
  const keys = [0x1c, 0x2f, 0x3e, 0x5f, 0x35, 0x04, 0xe1].map(keyOfUsage);
  const name = (names: KeyNames) => keys.map((key) => names.named(key).name).join(' ');
  const plain = 'y [ f5 numpad 7 ` a shift';

  test('are those of the layout of macOS, whose codes are of places', () => {
    const characters: [number, string][] = [
      [0x10, 'z'],
      [0x21, 'Ü'],
      [0x32, '^'],
      [0x00, 'a'],
      // The 7 of the number pad.
      [0x59, '7'],
    ];
    const names = new KeyNames(null);
    names.use(macosLayout({ binding: { characters: () => characters } }));
    assert.equal(name(names), 'z ü f5 numpad 7 ^ a shift');
    assert.equal(macosLayout({ binding: null, reason: 'not macOS' }), null);
  });

  test('are the characters that keys type, if they type any', () => {
    const names = new KeyNames(layouts);
    names.use({ layout: 'de' });
    assert.equal(name(names), 'z ü f5 numpad 7 ^ a shift');
    const y: ShortcutKey = names.named({ type: 0, code: 0x1c, name: 'y' });
    assert.deepEqual(y, { type: 0, code: 0x1c, name: 'z' });
    const button = mouseButton(0x1c) ?? assert.fail();
    assert.equal(names.named(button), button);
  });

  test('are those of the table without a layout, with an unknown one, and after a layout ends', () => {
    const names = new KeyNames(layouts);
    assert.equal(name(names), plain);
    names.use({ layout: 'de' });
    names.use({ layout: 'xx' });
    assert.equal(name(names), plain);
    names.use({ layout: 'de' });
    names.use(null);
    assert.equal(name(names), plain);
    const without = new KeyNames(null);
    without.use({ layout: 'de' });
    assert.equal(name(without), plain);
  });

  test('are queried once per layout', () => {
    const names = new KeyNames(layouts);
    asked.splice(0);
    for (const layout of ['de', 'de', 'fr', 'de']) names.use({ layout });
    assert.deepEqual(asked, ['de', 'fr', 'de']);
  });
});
