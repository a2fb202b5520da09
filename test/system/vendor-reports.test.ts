import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import type { Person } from '../helpers/service.js';

test(
  'a vendor tool without a connection is served once it is approved, or the person one of its testers',
  withDaemon(async (daemon) => {
    const { id } = await daemon.cli<{ id: string }>('apps', 'create', '--name', 'Acme Tool');
    const person = await daemon.cli<Person>('whoami');
    const body = JSON.stringify({ cmd: 'SET_CERTIFIED_DEVICES', args: { devices: [] }, nonce: '1' });
    const url = `http://127.0.0.1:${daemon.runtime.rpc.port}/rpc?v=1&client_id=${id}`;
    const isServed = async () => {
      const reply = (await (await fetch(url, { method: 'POST', body })).json()) as { data: object | null };
      return reply.data === null;
    };
    assert.equal(await isServed(), false);
    await daemon.cli('apps', 'testers', id, '--add', person.id);
    await eventually(isServed);
    await daemon.cli('apps', 'testers', id, '--remove', person.id);
    await eventually(async () => !(await isServed()));
    await daemon.cli('apps', 'approve', id);
    await eventually(isServed);
    await daemon.cli('apps', 'unapprove', id);
    await eventually(async () => !(await isServed()));
  }),
);
