import { LocalHardware } from '#guildhall/hardware/local-hardware.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { available } from './available.js';

/**
 * A program that uses the hardware as the daemon does, for tests of what only shows from outside: what reaches its
 * standard error, and what is left when it is killed. `daemon-stand-in.js FOLDER (devices|capture)`.
 */
const [folder = '.', task] = process.argv.slice(2);
const hardware = new LocalHardware({
  log: silentLogger,
  clock: systemClock,
  stateFolder: folder,
  environment: process.env,
});

if (task === 'capture') {
  await hardware.shortcuts.start();
  console.log('capturing');
  setInterval(() => {}, 1000);
} else {
  const [input, output, devices] = await Promise.all([
    available(hardware.audio, 'input'),
    available(hardware.audio, 'output'),
    hardware.devices(),
  ]);
  console.log(JSON.stringify({ input, output, devices }));
  await hardware.stop();
}
