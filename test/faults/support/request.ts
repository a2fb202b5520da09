import assert from 'node:assert/strict';

/** A request to the service. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** the Authorization header */
  readonly as?: string | undefined;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** for the audit log */
  readonly reason?: string;
}

/** A reply; its body is as loose as JSON is. */
export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read deep into replies of every shape
  readonly body: any;
}

/** @returns null if the service went away before it answered the whole */
export async function request(url: string, call: Call): Promise<Reply | null> {
  const { method, path, as, json, form, reason } = call;
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(as !== undefined && { authorization: as }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(reason !== undefined && { 'x-audit-log-reason': reason }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form !== undefined && { body: new URLSearchParams(form) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  } catch {
    return null;
  }
}

/** A request that must succeed. @returns its body */
export async function ok(url: string, call: Call): Promise<Reply['body']> {
  const reply = await request(url, call);
  assert.ok(reply !== null, `${call.method} ${call.path}: no answer`);
  assertOk(call, reply);
  return reply.body;
}

export function assertOk({ method, path, json }: Call, { status, body }: Reply): void {
  const what = `${method} ${path} ${JSON.stringify(json)}`;
  assert.ok(status < 300, `${what}: ${status} ${JSON.stringify(body)}`);
}
