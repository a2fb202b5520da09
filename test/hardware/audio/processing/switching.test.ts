import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { promisify } from 'node:util';
import { amplify, blocksOf, delay, join } from '../../../helpers/sound/edit.js';
import { levelOf } from '../../../helpers/sound/levels.js';
import { tone } from '../../../helpers/sound/signals.js';
import { withTemporaryFolder } from '../../../helpers/temporary-folder.js';
import { realTest } from '../../support/programs.js';
import { BLOCK, createProcessor, OFF, SPEEX_LIBRARY } from './process-all.js';

const MODULE = import.meta.resolve('#guildhall/hardware/audio/processing/open-processing.js');

/** The largest change of the slope between two samples: about 0.01 of the peak for a click, much less for a tone. */
function sharpestEdge(sound: Int16Array): number {
  return sound.reduce((sharpest, sample, at) => {
    const edge = Math.abs(sample - 2 * (sound[at - 1] ?? 0) + (sound[at - 2] ?? 0));
    return at < 2 ? 0 : Math.max(sharpest, edge);
  }, 0);
}

realTest([SPEEX_LIBRARY], 'switching any setting makes no click', async () => {
  const played = tone(180, 12, -15);
  const recorded = amplify(delay(played, 0.0801), -3);
  const processor = createProcessor();
  const heard = blocksOf(played, BLOCK);
  const switches = new Map([
    [100, { ...OFF, echoCancellation: true }],
    [700, OFF],
    [703, { ...OFF, echoCancellation: true, automaticGainControl: true }],
    [900, { ...OFF, noiseSuppression: true }],
    [1100, OFF],
  ]);
  const blocks = blocksOf(recorded, BLOCK).map((block, at) => {
    const settings = switches.get(at);
    if (settings !== undefined) processor.configure(settings);
    return processor.process(block, heard[at] ?? null);
  });
  const cancelled = join(...blocks.slice(650, 690));
  assert.ok(levelOf(cancelled) < levelOf(recorded) - 15, 'nothing was cancelled that could come back');
  const peak = 10 ** (-18 / 20) * Math.SQRT2 * 32_768;
  const edges = [...switches.keys()].map((at) => sharpestEdge(join(...blocks.slice(at - 1, at + 4))));
  for (const edge of edges) assert.ok(edge < 0.01 * peak, `edges ${edges.join(', ')}, peak ${peak}`);
});

realTest([SPEEX_LIBRARY], 'without a usable library sound stays as it is, and the reason is known', () =>
  withTemporaryFolder(async (folder) => {
    // The dynamic loader finds this file first.
    await writeFile(joinPath(folder, SPEEX_LIBRARY), '');
    const script = `
      import { openProcessing } from ${JSON.stringify(MODULE)};
      const processing = openProcessing();
      const processor = processing.createProcessor();
      processor.configure({ echoCancellation: true, noiseSuppression: true, automaticGainControl: true });
      const block = Int16Array.from({ length: 480 }, (_, at) => at);
      const isSame = processor.process(block, null).every((sample, at) => sample === at);
      console.log(JSON.stringify({ isSame, reason: processing.missing }));`;
    const environment = { ...process.env, LD_LIBRARY_PATH: folder };
    const args = ['--input-type=module', '-e', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment });
    const { isSame, reason } = JSON.parse(stdout) as Record<string, unknown>;
    assert.equal(isSame, true);
    assert.match(String(reason), /libspeexdsp\.so\.1/);
  }),
);

realTest([SPEEX_LIBRARY], 'a processor that is closed is refused', async () => {
  const processor = createProcessor({ ...OFF, echoCancellation: true });
  processor.process(new Int16Array(BLOCK), null);
  processor.close();
  processor.close();
  assert.throws(() => processor.process(new Int16Array(BLOCK), null), TypeError);
});
