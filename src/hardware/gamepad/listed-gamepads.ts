import type { NativeGamepad } from '../../platform/native/gamepads.js';
import { DistinctIdentities, stableId } from '../device-id.js';
import type { ListedGamepad } from './gamepad-contract.js';

/** Converts gamepads for listings. Those that the system cannot distinguish get ids in the order of the list. */
export function listedGamepads(gamepads: readonly NativeGamepad[]): ListedGamepad[] {
  const identities = new DistinctIdentities();
  return gamepads.map(({ identity, name, guid, mapping }) => {
    const id = stableId(identities.of(`gamepad/${identity}`));
    return { id, name: name.trim() || `Gamepad ${word(guid, 4)}:${word(guid, 8)}`, guid, mapping };
  });
}

/** A 16-bit little-endian number in a GUID by its offset: vendor 4, product 8. */
function word(guid: string, byte: number): string {
  return guid.slice(2 * byte + 2, 2 * byte + 4) + guid.slice(2 * byte, 2 * byte + 2);
}
