import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignOwner, othersAccess, restrictWords } from '#guildhall/platform/files/windows-access.js';
import type { NativeAccessList } from '#guildhall/platform/native/access-control.js';

const ADA = 'S-1-5-21-1-2-3-1001';
const BEN = 'S-1-5-21-1-2-3-1002';
const [SYSTEM, ADMINISTRATORS, USERS] = ['S-1-5-18', 'S-1-5-32-544', 'S-1-5-32-545'];
const [FULL, READ, MODIFY, EXECUTE] = [0x1f01ff, 0x120089, 0x1301bf, 0x20];

function list(...entries: [user: string, rights: number, isDenied?: boolean][]): NativeAccessList {
  return {
    error: '',
    isMissing: false,
    owner: ADA,
    hasList: true,
    isProtected: true,
    entries: entries.map(([user, rights, isDenied = false]) => ({ user, rights, isDenied })),
  };
}

test('on Windows others have the access that a list allows to users besides the system and administrators', () => {
  const own: [string, number][] = [
    [ADA, FULL],
    [SYSTEM, FULL],
    [ADMINISTRATORS, FULL],
    ['S-1-3-0', 0x1000_0000],
  ];
  const cases: [NativeAccessList, string][] = [
    [list(...own), 'none'],
    [list(...own, [USERS, EXECUTE]), 'none'],
    [list(...own, [USERS, READ]), 'read'],
    [list(...own, [USERS, 0x8000_0000]), 'read'],
    [list(...own, [BEN, MODIFY]), 'change'],
    [list(...own, [USERS, 0x4]), 'change'],
    [list(...own, [BEN, 0x4_0000]), 'change'],
    // Ben may be in the group.
    [list(...own, [BEN, FULL, true], [USERS, READ]), 'read'],
    [list(...own, [BEN, FULL, true]), 'none'],
    // An entry of an unknown kind.
    [list(...own, ['', READ]), 'read'],
    [{ ...list(), hasList: false }, 'change'],
    [{ ...list(...own), owner: BEN }, 'change'],
    [{ ...list(...own), owner: ADMINISTRATORS }, 'none'],
  ];
  for (const [access, expected] of cases)
    assert.equal(othersAccess(access, ADA), expected, JSON.stringify(access));
  // A user that the system does not name is not everybody that it does not name.
  assert.equal(othersAccess({ ...list(['', FULL]), owner: ADA }, ''), 'change');
});

test('on Windows a list that cannot be read does not count as private, and its owner not as this user', () => {
  const unread = { ...list(), owner: '', error: 'the native addon is missing' };
  assert.equal(othersAccess(unread, ADA), 'unknown');
  assert.equal(foreignOwner(unread, ADA), 'an unknown user (the native addon is missing)');
  const missing = { ...unread, isMissing: true };
  assert.equal(othersAccess(missing, ADA), 'none');
  assert.equal(foreignOwner(missing, ADA), null);
  assert.equal(foreignOwner({ ...list(), owner: BEN }, ADA), `the user ${BEN}`);
  assert.equal(foreignOwner(list(), ADA), null);
});

test('the command that makes a file private takes from others what they have been granted', () => {
  const granted = list(
    [ADA, FULL],
    [BEN, READ],
    [USERS, READ],
    [USERS, EXECUTE],
    ['', READ],
    [SYSTEM, FULL, true],
  );
  const own = [
    'icacls',
    'C:\\home',
    '/inheritance:r',
    '/grant:r',
    `*${ADA}:F`,
    `*${SYSTEM}:F`,
    `*${ADMINISTRATORS}:F`,
  ];
  assert.deepEqual(restrictWords('C:\\home', 'file', granted, ADA), [
    ...own,
    '/remove:g',
    `*${BEN}`,
    `*${USERS}`,
  ]);
  assert.deepEqual(restrictWords('C:\\home', 'file', list([ADA, FULL]), ADA), own);
});
