/** The supported tags of Erlang's external term format (docs/rpc.md, Connecting). */
export const ETF_VERSION = 131;

export const TAGS = {
  NEW_FLOAT: 70,
  COMPRESSED: 80,
  SMALL_INTEGER: 97,
  INTEGER: 98,
  ATOM: 100,
  SMALL_TUPLE: 104,
  LARGE_TUPLE: 105,
  NIL: 106,
  STRING: 107,
  LIST: 108,
  BINARY: 109,
  SMALL_BIG: 110,
  LARGE_BIG: 111,
  SMALL_ATOM: 115,
  MAP: 116,
  ATOM_UTF8: 118,
  SMALL_ATOM_UTF8: 119,
} as const;
