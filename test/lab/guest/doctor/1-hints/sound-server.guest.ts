import { before, test } from 'node:test';
import { ada, tryHint } from '../ada.js';

before(() => {
  ada.run('guildhall service install');
});

test('no_sound_server is found, and is gone once its hint was applied', async () => {
  ada.run('systemctl --user stop pipewire-pulse.socket pipewire-pulse.service');
  await tryHint('no_sound_server');
});
