import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findIpcFolder, ipcPath } from '#guildhall/platform/sockets/ipc-folder.js';

test('a socket of IPC is in its folder, and a named pipe of a chosen folder has its path in the name', () => {
  assert.equal(ipcPath('/run/user/1000/', 'ipc-0', 'linux'), '/run/user/1000/ipc-0');
  assert.equal(ipcPath(findIpcFolder({}, 'win32'), 'ipc-0', 'win32'), '\\\\?\\pipe\\ipc-0');
  assert.equal(ipcPath('C:\\Games\\', 'ipc-0', 'win32'), '\\\\?\\pipe\\C:/Games/ipc-0');
});
