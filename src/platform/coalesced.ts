/**
 * Makes of a task one that runs once at a time: asked for while it runs, it runs once more afterwards, however often it
 * was asked for. `task` must not throw.
 */
export function coalesced(task: () => Promise<void>): () => void {
  let state: 'idle' | 'running' | 'again' = 'idle';
  const run = async (): Promise<void> => {
    do {
      state = 'running';
      await task();
    } while (wasAskedAgain());
    state = 'idle';
  };
  // A function, because the compiler does not see that `state` changes while the task runs.
  const wasAskedAgain = (): boolean => state === 'again';
  return () => {
    if (state === 'idle') void run();
    else state = 'again';
  };
}
