/** Whether a shared library of the system, which the addon opens at run time, can be used. */
export interface LibraryProbe {
  readonly state: 'usable' | 'missing-library';
  /** the version of the library if it states one, or the dynamic loader's error */
  readonly detail: string;
}
