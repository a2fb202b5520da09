import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readGuild } from './support/kept-guild.js';
import { KillableService } from './support/killable-service.js';
import { ok, type Reply, request } from './support/request.js';
import { assertSound } from './support/store-invariants.js';

/** Room for the store and little more. */
const SIZE = '3m';
/** Room that is left on the full disk, in bytes. */
const LEFT = 65_536;

const missing =
  process.platform !== 'linux' || process.getuid?.() !== 0
    ? 'only root on Linux can mount a small disk'
    : false;

/** Takes all the room that a disk has left but for a little, in which a large change can begin and not end. @returns the file that takes it */
async function fill(folder: string): Promise<string> {
  const path = join(folder, 'filler');
  const file = await open(path, 'w');
  try {
    for (const size of [65_536, 4096]) while (await hasRoomFor(file, size));
    await file.truncate((await file.stat()).size - LEFT);
  } finally {
    await file.close();
  }
  return path;
}

async function hasRoomFor(file: Awaited<ReturnType<typeof open>>, size: number): Promise<boolean> {
  try {
    return (await file.write(Buffer.alloc(size))).bytesWritten === size;
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    return false;
  }
}

test('a full disk refuses changes as a whole while reads work, and accepts changes once there is space', {
  skip: missing,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-full-'));
  const disk = join(folder, 'disk');
  await mkdir(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk]);
  if (mounted.status !== 0) {
    await rm(folder, { recursive: true, force: true });
    assert.notEqual(process.env.CI, 'true', String(mounted.stderr));
    t.skip(`no small disk can be mounted: ${mounted.stderr}`);
    return;
  }
  const databasePath = join(disk, 'guildhall.db');
  let service: KillableService | null = null;
  try {
    service = await KillableService.start(databasePath, { casts: 1 });
    const { url, casts } = service;
    const as = `Bot ${casts[0]?.application.bot?.token}`;
    const made = await ok(url, {
      method: 'POST',
      path: '/guilds',
      as,
      json: { name: 'World', channels: [{ name: 'talk' }] },
    });
    // One change of many rows: a guild with roles, channels and their overwrites.
    const change = async (number: number): Promise<Reply> => {
      const roles = Array.from({ length: 50 }, (_, id) => ({ id, name: `role ${id}` }));
      const permission_overwrites = roles.map(({ id }) => ({ id, type: 'role', allow: 0, deny: 0x1000 }));
      const channels = Array.from({ length: 50 }, (_, id) => ({ name: `room-${id}`, permission_overwrites }));
      const json = { name: `Other ${number}`, roles, channels };
      const reply = await request(url, { method: 'POST', path: '/guilds', as, json });
      assert.ok(reply !== null, 'the service is there');
      return reply;
    };
    const [channel] = await ok(url, { method: 'GET', path: `/guilds/${made.id}/channels`, as });
    const upload = async (): Promise<number> => {
      const body = new FormData();
      body.append('file', new Blob([Buffer.alloc(3 * LEFT)]), 'large.bin');
      const address = `${url}/channels/${channel.id}/messages`;
      return (await fetch(address, { method: 'POST', headers: { authorization: as }, body })).status;
    };
    const before = await readGuild(url, as, made.id);
    const filler = await fill(disk);
    for (let number = 0; number < 3; number++) assert.equal((await change(number)).status, 503);
    assert.equal(await upload(), 503);
    assert.deepEqual(await readdir(join(disk, 'attachments')), [], 'no part of a file is left');
    assert.deepEqual(await readGuild(url, as, made.id), before, 'reads continue and show nothing of it');
    await rm(filler);
    assert.equal(await upload(), 200);
    const { status, body } = await change(3);
    assert.equal(status, 201);
    const after = await readGuild(url, as, made.id);
    assert.deepEqual(Object.keys(after.others), [body.id]);
    await service.kill();
    service = await KillableService.start(databasePath);
    assert.deepEqual(await readGuild(service.url, as, made.id), after, 'a restart shows the same');
    await assertSound(databasePath);
  } finally {
    await service?.kill();
    spawnSync('umount', [disk]);
    await rm(folder, { recursive: true, force: true });
  }
});
