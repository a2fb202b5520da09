/**
 * An error that answers a peer, e.g. a refused command or request. It has no stack trace: its place in the code explains
 * nothing, and capturing it costs several times as much as the rest of the refusal, which any peer can repeat. What is
 * unexpected extends `Error` and keeps its stack for the log. Setting `Error.stackTraceLimit` for the whole process would
 * remove those stacks, too; `super` is synchronous and runs no foreign code.
 */
export class ExpectedError extends Error {
  /** @param message for the peer, in the terms of its protocol; empty if the class says everything */
  constructor(message = '') {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
