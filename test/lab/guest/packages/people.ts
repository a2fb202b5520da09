import { execFileSync } from 'node:child_process';
import { OF_DEBIAN, Person } from '../service/person.js';
import { OF_NPM } from './npm-package.js';

/** A person who uses one of the packages, and its name. */
export interface PackageUser {
  readonly name: string;
  readonly person: Person;
}

/** Two people of one machine, each with a package and a service that starts with the machine. */
export const bob: PackageUser = { name: 'Debian package', person: Person.user('bob', OF_DEBIAN) };
export const eve: PackageUser = { name: 'npm package', person: Person.user('eve', OF_NPM) };

/** Starts the services of both with the machine. */
export function enableLinger(): void {
  for (const { person } of [bob, eve]) execFileSync('loginctl', ['enable-linger', String(person.uid)]);
}
