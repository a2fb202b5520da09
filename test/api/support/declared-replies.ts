import assert from 'node:assert/strict';
import type { OperationErrorName } from '#guildhall/api/rest/operation.js';
import { COMMON_ERRORS } from '#guildhall/api/rest/operation-errors.js';
import { OPERATIONS } from '#guildhall/api/rest/operations.js';
import { RouteTable, splitPath } from '#guildhall/protocol/declaration/route-table.js';
import { OAUTH2_ERRORS } from '#guildhall/protocol/oauth2/errors.js';
import { REST_ERRORS } from '#guildhall/protocol/rest/errors.js';
import { validator } from '#guildhall/protocol/schema.js';

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const CHECKS = new RouteTable(
  OPERATIONS.map(({ method, path, reply, status, name, errors }) => ({
    ...{ method, path, name },
    success: status,
    errors: [...COMMON_ERRORS, ...errors],
    schema: reply === null ? null : validator(reply),
  })),
);
type Check = NonNullable<ReturnType<typeof CHECKS.find>>;

/** Compares a reply with the declaration of its operation: the documentation is made from it and lists nothing else. */
export function assertDeclaredReply(method: string, path: string, reply: Reply): void {
  const [bare = ''] = path.replaceAll('%40me', '@me').split('?', 1);
  const check = CHECKS.find(method, splitPath(bare));
  if (reply.status < 300) {
    assert.ok(check, `${method} ${path} is declared`);
    assertSuccess(check, reply);
  } else if (check !== null && reply.status !== 429) {
    // Quotas are those of the whole interface.
    const isDeclared = check.errors.some((name) => isError(name, reply));
    assert.ok(isDeclared, `${check.name} does not declare ${reply.status} ${JSON.stringify(reply.body)}`);
  }
}

function assertSuccess({ name, success, schema }: Check, { status, body }: Reply): void {
  if (status === 204) {
    assert.equal(body, null);
    return;
  }
  assert.equal(status, success, 'the declared status');
  assert.deepEqual(schema?.violations(body) ?? [], [], `the declared reply of ${name}`);
}

function isError(name: OperationErrorName, { status, body }: Reply): boolean {
  const { error, code, message } = Object(body);
  if (name in OAUTH2_ERRORS) return error === name;
  const row = Object.entries(REST_ERRORS).find(([key]) => key === name)?.[1];
  return row !== undefined && row.status === status && row.code === code && row.message === message;
}
