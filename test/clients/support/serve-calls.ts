/** A call of an operation in this process. */
export interface Call {
  readonly id: number;
  readonly operation: string;
  readonly args: readonly unknown[];
}

/** How a call ended. */
export type CallResult =
  | { readonly kind: 'result'; readonly id: number; readonly value?: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string; readonly code: unknown };

/** Performs the calls of the process that started this one, and ends with it. */
export function serveCalls(perform: (operation: string, args: readonly unknown[]) => Promise<unknown>): void {
  process.once('disconnect', () => process.exit());
  process.on('message', ({ id, operation, args }: Call) => {
    perform(operation, args).then(
      (value) => send({ kind: 'result', id, value: toPlain(value) }),
      (error: unknown) => {
        const { message, code } = Object(error);
        send({ kind: 'failure', id, message: String(message), code });
      },
    );
  });
}

function send(result: CallResult): void {
  process.send?.(result);
}

/** What can be passed on; objects of the library's own classes stay here. */
function toPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value)) ? value : undefined;
}
