// test:all games: starts a game of Debian, which has to be installed

import assert from 'node:assert/strict';
import { testInNetworkNamespace } from '../../helpers/network-namespace.js';
import { playGame } from './play-game.js';

testInNetworkNamespace(
  import.meta.url,
  ['supertuxkart'],
  'SuperTuxKart shows the race of its person, without any network',
  () =>
    playGame({
      program: 'supertuxkart',
      args: () => ['--no-graphics', '--race-now', '--track=hacienda', '--kart=tux'],
      check({ assets, details, state, timestamps }) {
        assert.deepEqual([details, state], ['Normal Race (Novice)', 'Hacienda']);
        assert.equal(assets?.large_image, 'track_hacienda');
        // It sends milliseconds.
        assert.ok((timestamps?.start ?? 0) > 1e12);
      },
    }),
);
