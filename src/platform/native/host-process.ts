import { bindingLoader } from './binding.js';

/** A driver's process (native/host-process/host_process.h). */
export interface HostProcessBinding {
  /**
   * Ends this process when its parent ends, however that ends, and forbids core files.
   *
   * @param parentPid the process that must be the parent
   * @returns parent-gone: it is not, or no longer; unsupported: the system cannot do it
   */
  bindToParent(parentPid: number): 'bound' | 'parent-gone' | 'refused' | 'unsupported';
  /** Lets segmentation faults end this process again, whatever handlers were installed for them; POSIX only. */
  forgetFaultHandlers(): void;
}

export const loadHostProcess = bindingLoader<HostProcessBinding>('hostProcess', [
  'bindToParent',
  'forgetFaultHandlers',
]);
