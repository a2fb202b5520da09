import { bindingLoader } from './binding.js';

/** Who signed a program (native/program-signer/program_signer.h). */
export interface NativeProgramSignature {
  /**
   * valid: this machine trusts the signer, and the file was not changed since; invalid: it was changed, or the signer is
   * distrusted; none: there is no signature that this machine can check
   */
  readonly status: 'none' | 'valid' | 'invalid';
  /** the name in the certificate; empty unless valid */
  readonly signer: string;
}

/** Signatures of programs (native/binding/program_signer.cc). */
export interface ProgramSignerBinding {
  /** Checks the signature of a file, which is read as a whole, off the main thread and without the network. */
  read(path: string): Promise<NativeProgramSignature>;
}

/** Windows only. */
export const loadProgramSigner = bindingLoader<ProgramSignerBinding>('programSigner', ['read']);
