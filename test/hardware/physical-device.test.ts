import assert from 'node:assert/strict';
import { test } from 'node:test';
import { physicalDevice, usbDeviceAt } from '#guildhall/hardware/physical-device.js';
import { SysTree } from './support/sys-tree.js';

test('everything below a USB device in /sys is a part of it; other devices of its hub are not', () =>
  SysTree.with(async (tree) => {
    await tree.usb('1-2', '05e3:0608');
    await tree.usb('1-2/1-2.1', '046d:0a38', 'S1');
    await tree.usb('1-2/1-2.2', '046d:0a39');
    const headset = 'sys/devices/usb1/1-2/1-2.1';
    await tree.link('sys/class/sound/card1', `${headset}/1-2.1:1.0/sound/card1`);
    await tree.link('sys/class/hidraw/hidraw0', `${headset}/1-2.1:1.3/0003:046D:0A38.0001/hidraw/hidraw0`);
    await tree.link('sys/class/sound/card0', 'sys/devices/pci0/sound/card0');
    assert.deepEqual(await usbDeviceAt(tree.path('sys/class/sound/card1')), {
      path: tree.path(headset),
      number: '046d:0a38',
      serial: 'S1',
      port: '1-2.1',
    });
    const container = `usb:${tree.path(headset)}`;
    assert.equal(await physicalDevice(tree.path('sys/class/sound/card1')), container);
    assert.equal(await physicalDevice(tree.path('sys/class/hidraw/hidraw0')), container);
    assert.equal(await physicalDevice(tree.path(headset, '1-2.1:1.0/sound/card1')), container);
    assert.notEqual(await physicalDevice(tree.path('sys/devices/usb1/1-2/1-2.2')), container);
    for (const none of ['sys/class/sound/card0', 'sys/class/sound/card9']) {
      assert.equal(await physicalDevice(tree.path(none)), null, none);
    }
  }));

test('Bluetooth devices are identified by their address, in either case', async () => {
  assert.equal(await physicalDevice('bluetooth:AA:BB:CC:00:11:22'), 'bluetooth:aa:bb:cc:00:11:22');
  assert.equal(await physicalDevice(''), null);
});
