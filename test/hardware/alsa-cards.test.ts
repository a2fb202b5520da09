import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { alsaEndpoints, parseCards } from '#guildhall/hardware/audio/endpoints/alsa-cards.js';
import { SysTree } from './support/sys-tree.js';

const HEADSET = { id: 'Headset', name: 'Acme Headset', pcms: ['0p: USB Audio', '0c: USB Audio'] };
const MACHINE = {
  id: 'PCH',
  name: 'HDA Intel PCH',
  device: 'pci0/0000:00:1f.3',
  pcms: ['0c: ALC256 Analog', '0p: ALC256 Analog', '3p: HDMI 0', '10p: HDMI 4'],
};

async function endpointsOf(tree: SysTree) {
  const found = await alsaEndpoints({
    cards: tree.path('proc/asound'),
    devices: tree.path('sys/class/sound'),
  });
  return found?.map(({ endpoint }) => endpoint) ?? null;
}

async function ids(tree: SysTree): Promise<Map<string, string>> {
  const endpoints = (await endpointsOf(tree)) ?? [];
  return new Map(endpoints.map(({ id, name, direction }) => [`${direction} ${name}`, id]));
}

describe('ALSA cards', () => {
  test('become endpoints of both directions; the first of a direction is its default', () =>
    SysTree.with(async (tree) => {
      await tree.card(0, MACHINE);
      await tree.usb('1-2', '046d:0a38', 'S1');
      await tree.card(1, { ...HEADSET, device: 'usb1/1-2/1-2:1.0' });
      const endpoints = await endpointsOf(tree);
      const usb = `usb:${tree.path('sys/devices/usb1/1-2')}`;
      assert.deepEqual(
        endpoints?.map(({ name, direction, is_default, container }) => [
          name,
          direction,
          is_default,
          container,
        ]),
        [
          ['HDA Intel PCH: ALC256 Analog', 'input', true, null],
          ['HDA Intel PCH: ALC256 Analog', 'output', true, null],
          ['HDA Intel PCH: HDMI 0 3', 'output', false, null],
          ['HDA Intel PCH: HDMI 4 10', 'output', false, null],
          ['Acme Headset: USB Audio', 'input', false, usb],
          ['Acme Headset: USB Audio', 'output', false, usb],
        ],
      );
      assert.equal(new Set(endpoints?.map(({ id }) => id)).size, 6);
    }));

  test('keep their ids when their number and port change; a card without a serial number keeps that of its port', async () => {
    const first = new Map<string, string>();
    await SysTree.with(async (tree) => {
      await tree.card(0, MACHINE);
      await tree.usb('1-2', '046d:0a38', 'S1');
      await tree.card(1, { ...HEADSET, device: 'usb1/1-2/1-2:1.0' });
      await tree.usb('1-3', '046d:0a39');
      await tree.card(2, { ...HEADSET, name: 'Nameless', device: 'usb1/1-3/1-3:1.0' });
      for (const [name, id] of await ids(tree)) first.set(name, id);
    });
    await SysTree.with(async (tree) => {
      await tree.usb('1-4.2', '046d:0a38', 'S1');
      await tree.card(0, { ...HEADSET, id: 'Headset_1', device: 'usb1/1-4.2/1-4.2:1.0' });
      await tree.usb('1-3', '046d:0a39');
      await tree.card(1, { ...HEADSET, name: 'Nameless', device: 'usb1/1-3/1-3:1.0' });
      await tree.card(2, MACHINE);
      assert.deepEqual(
        [...(await ids(tree))].toSorted(([a], [b]) => a.localeCompare(b)),
        [...first].toSorted(([a], [b]) => a.localeCompare(b)),
      );
    });
  });

  test('get distinct ids if they are identical, even in their serial number', () =>
    SysTree.with(async (tree) => {
      for (const number of [0, 1]) {
        await tree.usb(`1-${number}`, '046d:0a38', '0000');
        await tree.card(number, { ...HEADSET, device: `usb1/1-${number}/1-${number}:1.0` });
      }
      assert.equal(new Set((await endpointsOf(tree))?.map(({ id }) => id)).size, 4);
    }));

  test('are an empty list without cards, and unknown without kernel sound', () =>
    SysTree.with(async (tree) => {
      assert.equal(await endpointsOf(tree), null);
      await tree.file('proc/asound/cards', '--- no soundcards ---\n');
      assert.deepEqual(await endpointsOf(tree), []);
      // Pulled out between one look and the next.
      await tree.file(
        'proc/asound/cards',
        ' 0 [Gone           ]: USB-Audio - Gone\n                      Gone at\n',
      );
      assert.deepEqual(await endpointsOf(tree), []);
    }));

  test('have the names that the kernel gives them', () => {
    const text = [
      ' 0 [Loopback       ]: Loopback - Loopback',
      '                      Loopback 1',
      '12 [a b-c]          ]: H - A - B',
      '                      whatever [x]: y - z',
      ' 3 [Nameless       ]: ',
    ];
    assert.deepEqual(parseCards(text.join('\n')), [
      { number: 0, name: 'Loopback' },
      { number: 12, name: 'A - B' },
      { number: 3, name: 'Nameless' },
    ]);
  });
});
