/** How often it is checked whether the process that started this one has ended, in milliseconds. */
const CHECK_MS = 500;

const parent = process.ppid;

/** Whether the process that started this one has ended; false where that is unknown: on Windows. */
export function hasLostParent() {
  return process.ppid !== parent;
}

/** Calls a function once the process that started this one has ended, however it did. */
export function onParentEnd(ended) {
  const check = setInterval(() => {
    if (!hasLostParent()) return;
    clearInterval(check);
    ended();
  }, CHECK_MS).unref();
}

/** Ends this process, which leads a process group, with all that it started, soon after the process that started it. */
export function endWithParent() {
  onParentEnd(() => process.kill(-process.pid, 'SIGTERM'));
}
