/** Why a test of what all systems but Windows have is skipped there; false on other systems. The reason names the class. */
export function onlyPosix(reason: string): string | false {
  return process.platform === 'win32' && `POSIX: ${reason}`;
}

/** Why a test of what Linux has is skipped on other systems; false on Linux. */
export function onlyLinux(reason: string): string | false {
  return process.platform !== 'linux' && `Linux: ${reason}`;
}

/** Why a test is skipped for everybody but root of a POSIX system. @param reason what only root can do */
export function onlyRoot(reason: string): string | false {
  return onlyPosix(`only root ${reason}`) || (process.getuid?.() !== 0 && `only root ${reason}`);
}

/** Why a test of what Wine does not have, but Windows does, is skipped; false elsewhere. */
export function notInWine(reason: string): string | false {
  return process.platform === 'win32' && process.env.WINEPREFIX !== undefined && `Wine: ${reason}`;
}
