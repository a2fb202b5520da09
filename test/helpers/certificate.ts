import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A self-signed certificate and its key, in a temporary folder. */
export class Certificate {
  private constructor(
    private readonly folder: string,
    /** in PEM */
    readonly cert: string,
    readonly key: string,
  ) {}

  /** Makes one with openssl. @param hosts the IP addresses and names that it is valid for */
  static async create(...hosts: readonly [string, ...string[]]): Promise<Certificate> {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-tls-'));
    const names = hosts.map((host) => `${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`).join(',');
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${hosts[0]}`],
      ...['-addext', `subjectAltName=${names}`, '-keyout', keyPathIn(folder), '-out', certPathIn(folder)],
    ]);
    const read = (path: string) => readFile(path, 'utf8');
    return new Certificate(folder, await read(certPathIn(folder)), await read(keyPathIn(folder)));
  }

  get certPath(): string {
    return certPathIn(this.folder);
  }

  get keyPath(): string {
    return keyPathIn(this.folder);
  }

  /** What a process needs to trust it; Node.js reads it when the process starts. */
  get trust(): { NODE_EXTRA_CA_CERTS: string } {
    return { NODE_EXTRA_CA_CERTS: this.certPath };
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

const certPathIn = (folder: string) => join(folder, 'cert.pem');
const keyPathIn = (folder: string) => join(folder, 'key.pem');
