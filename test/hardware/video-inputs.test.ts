import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { listVideoInputs } from '#guildhall/hardware/video/video-inputs.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

async function plug(
  folder: string,
  node: string,
  name: string,
  index: string,
  device: string,
): Promise<void> {
  await mkdir(join(folder, 'devices', device), { recursive: true });
  await mkdir(join(folder, 'class', node), { recursive: true });
  await writeFile(join(folder, 'class', node, 'name'), `${name}\n`);
  await writeFile(join(folder, 'class', node, 'index'), `${index}\n`);
  await symlink(join(folder, 'devices', device), join(folder, 'class', node, 'device'));
}

describe('video inputs', () => {
  test('are the cameras of the kernel without metadata nodes', () =>
    withTemporaryFolder(async (folder) => {
      await plug(folder, 'video0', 'Webcam', '0', 'usb1');
      await plug(folder, 'video1', 'Webcam', '1', 'usb1');
      await plug(folder, 'video2', 'Webcam', '0', 'usb2');
      const inputs = await listVideoInputs(join(folder, 'class'));
      assert.deepEqual(
        inputs.map(({ name }) => name),
        ['Webcam', 'Webcam'],
      );
      assert.notEqual(inputs[0]?.id, inputs[1]?.id);
    }));

  test('keep their ids when the kernel numbers the nodes differently', () =>
    withTemporaryFolder(async (folder) => {
      await plug(folder, 'video0', 'Webcam', '0', 'usb1');
      const [before] = await listVideoInputs(join(folder, 'class'));
      await rm(join(folder, 'class'), { recursive: true });
      await plug(folder, 'video7', 'Webcam', '0', 'usb1');
      const [after] = await listVideoInputs(join(folder, 'class'));
      assert.equal(before?.id, after?.id);
    }));

  test('are an empty list without cameras or during unplugging', () =>
    withTemporaryFolder(async (folder) => {
      assert.deepEqual(await listVideoInputs(join(folder, 'class')), []);
      await mkdir(join(folder, 'class', 'video0'), { recursive: true });
      assert.deepEqual(await listVideoInputs(join(folder, 'class')), []);
    }));
});
