// test:all games: starts an emulator of Debian, which has to be installed

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testInNetworkNamespace } from '../../helpers/network-namespace.js';
import { playGame } from './play-game.js';

/** Without windows, sound and keys. */
const CONFIGURATION = `
discord_allow = "true"
video_driver = "null"
audio_enable = "false"
audio_driver = "null"
input_driver = "null"
input_joypad_driver = "null"
menu_driver = "rgui"
config_save_on_exit = "false"
`;

testInNetworkNamespace(
  import.meta.url,
  ['retroarch'],
  'RetroArch shows that its person is in its menu, without any network',
  () =>
    playGame({
      program: 'retroarch',
      async args(home) {
        const file = join(home, 'retroarch.cfg');
        await writeFile(file, CONFIGURATION);
        return ['--config', file, '--menu'];
      },
      check({ assets, details }) {
        assert.deepEqual([details, assets], ['In-Menu', { large_image: 'base', large_text: 'No Core' }]);
      },
    }),
);
