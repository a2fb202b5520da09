import type { Setting } from './settings.js';
import { wholeNumber } from './whole-number.js';

/** A group of limits as settings: keys of `config.toml` and names in the environment, without flags. */
export type LimitSettings<Limits> = { readonly [Name in keyof Limits]: Setting<number> };

/** Limits by name: how much somebody may ask for. */
type Limits<Name extends string> = { readonly [Each in Name]: number };

/** @param keys the key of each limit in `config.toml` */
export function limitSettings<Name extends string>(
  defaults: Limits<Name>,
  keys: { readonly [Each in Name]: string },
): LimitSettings<Limits<Name>> {
  const settings = Object.entries(keys).map(([name, key]) => [
    name,
    { key, read: wholeNumber, fallback: defaults[name as Name] },
  ]);
  return Object.fromEntries(settings);
}

/** The limits, each as `read` finds its setting. */
export function readLimits<Name extends string>(
  settings: LimitSettings<Limits<Name>>,
  read: (setting: Setting<number>) => number,
): Limits<Name> {
  const limits = Object.entries<Setting<number>>(settings).map(([name, setting]) => [name, read(setting)]);
  return Object.fromEntries(limits);
}
