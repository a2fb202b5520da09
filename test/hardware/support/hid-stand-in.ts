import { LocalHardware } from '#guildhall/hardware/local-hardware.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';

/**
 * A program that watches HID devices like the daemon, to be run among mocked ones: `hid-stand-in.js FOLDER [late]`. Writes a
 * line of JSON for everything it receives: names of the devices as they come and go, and each press of a mute button. `late`: buttons are read only once all devices were pulled out.
 */
const [folder = '.', when] = process.argv.slice(2);
const hardware = new LocalHardware({
  log: silentLogger,
  clock: systemClock,
  stateFolder: folder,
  environment: process.env,
});
const say = (what: object) => console.log(JSON.stringify(what));
const hearButtons = () => hardware.muteButtons.watch((device) => say({ pressed: device.id }));
let late = when === 'late';
const list = async () => {
  const devices = (await hardware.devices()).hid;
  say({ devices });
  if (!late || devices.length > 0) return;
  late = false;
  hearButtons();
};

say({ mocked: process.env.UMOCKDEV_DIR });
hardware.watchDevices(() => void list());
if (!late) hearButtons();
await list();
setInterval(() => {}, 1000);
