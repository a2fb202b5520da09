/**
 * Messages from the daemon to a driver process. Checked by hand: loading the schema library takes longer than loading a
 * driver.
 */
export type DaemonFrame =
  | { readonly type: 'request'; readonly id: number; readonly method: string; readonly argument?: string }
  | { readonly type: 'notice'; readonly name: string; readonly value: unknown }
  | { readonly type: 'ping' };

export function isDaemonFrame(value: unknown): value is DaemonFrame {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  if (value.type === 'ping') return true;
  if (value.type === 'notice') return 'name' in value && typeof value.name === 'string' && 'value' in value;
  return (
    value.type === 'request' &&
    'id' in value &&
    Number.isInteger(value.id) &&
    'method' in value &&
    typeof value.method === 'string' &&
    (!('argument' in value) || typeof value.argument === 'string')
  );
}
