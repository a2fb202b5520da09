import { execFileSync } from 'node:child_process';

/** Packages of two versions, and npm (scripts/lib/lab/packages-layer.mjs). */
export const PACKAGES = '/opt/packages';

/** The Debian package of one version. */
export class DebianPackage {
  private constructor(readonly version: string) {}

  static readonly first = new DebianPackage('1.0.0');
  /** It is only on the machine of the scenario `packages`. */
  static readonly second = new DebianPackage('1.1.0');

  /** Installs it as docs/operating.md says. */
  install(): void {
    execFileSync('apt', ['install', `./guildhall_${this.version}_amd64.deb`], { cwd: PACKAGES });
  }

  static purge(): void {
    execFileSync('apt', ['purge', '--yes', 'guildhall']);
  }
}
