import { bindingLoader } from './binding.js';

/** A driver process (native/host-process/host_process.h). */
export interface HostProcessBinding {
  /**
   * Ends this process when its parent ends for any reason, and disables core files.
   *
   * @param parentPid the process that must be the parent
   * @returns parent-gone: it is not, or no longer; unsupported: the system does not support this
   */
  bindToParent(parentPid: number): 'bound' | 'parent-gone' | 'refused' | 'unsupported';
  /** Restores the default action of segmentation faults, whatever handlers were installed; POSIX only. */
  forgetFaultHandlers(): void;
}

export const loadHostProcess = bindingLoader<HostProcessBinding>('hostProcess', [
  'bindToParent',
  'forgetFaultHandlers',
]);
