#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace guildhall {

// A keyboard's layout in XKB terms, e.g. layout "de,us" with variant "nodeadkeys,". Empty fields mean XKB's
// defaults.
struct XkbNames {
  std::string rules;
  std::string model;
  std::string layout;
  std::string variant;
  std::string options;
  // The index of the active layout.
  uint32_t group = 0;
};

enum class KeymapStatus {
  kRead,
  kMissingLibrary,  // there is no libxkbcommon
  kMissingData,     // there are no descriptions of layouts
  kUnknownLayout,   // XKB cannot make sense of it
};

struct KeyCharacters {
  KeymapStatus status;
  // The character that a key types without modifiers, in UTF-8, by its code in linux/input-event-codes.h. A
  // dead key has its accent. Keys that type no visible character are left out.
  std::map<uint16_t, std::string> characters;
};

// Both use libxkbcommon, which is opened at run time, and take some milliseconds.
KeyCharacters ReadKeyCharacters(const XkbNames& names);
// `keymap`: in XKB's text format.
KeyCharacters ReadKeyCharacters(const std::string& keymap);

}  // namespace guildhall
