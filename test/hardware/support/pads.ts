import type { InputLayout } from './input-layouts.js';

/** Codes of linux/input-event-codes.h. */
export const BTN = {
  SOUTH: 0x130,
  EAST: 0x131,
  NORTH: 0x133,
  WEST: 0x134,
  TL: 0x136,
  START: 0x13b,
  MODE: 0x13c,
};
/** the first of a joystick's buttons, BTN_TRIGGER */
export const JOYSTICK_BUTTON = 0x120;
export const ABS = { X: 0, Y: 1, Z: 2, RX: 3, RY: 4, RZ: 5, HAT0X: 16, HAT0Y: 17 };
const STICK = [-32768, 32767, 16, 128] as const;

/** Of Xbox's kind: face buttons by label, triggers and D-pad as axes. */
export const XPAD: InputLayout = {
  ...{ name: 'Mocked Xpad', number: 7, bus: 3, vendor: 0x1209, product: 0x0010, version: 0x0110 },
  uniq: '',
  driver: 'xpad',
  keys: Object.values(BTN),
  axes: {
    ...{ [ABS.X]: STICK, [ABS.Y]: STICK, [ABS.RX]: STICK, [ABS.RY]: STICK },
    ...{ [ABS.Z]: [0, 255, 0, 0], [ABS.RZ]: [0, 255, 0, 0] },
    ...{ [ABS.HAT0X]: [-1, 1, 0, 0], [ABS.HAT0Y]: [-1, 1, 0, 0] },
  },
};

/** A pad whose buttons are only numbered, and whose D-pad is a stick. */
export const NUMBERED: InputLayout = {
  ...{ name: 'Mocked Odd Pad', number: 8, bus: 3, vendor: 0x1209, product: 0x0011, version: 0x0100 },
  uniq: 'serial-1',
  keys: Array.from({ length: 10 }, (_, index) => JOYSTICK_BUTTON + index),
  axes: { [ABS.X]: [0, 255, 0, 15], [ABS.Y]: [0, 255, 0, 15] },
};
export const NUMBERED_GUID = '03000000091200001100000000010000';
/** How a file of mappings tells what its buttons are. */
export const NUMBERED_LINE = `${NUMBERED_GUID},Odd,a:b2,b:b1,x:b3,y:b0,start:b9,dpleft:-a0,dpright:+a0,platform:Linux,`;
