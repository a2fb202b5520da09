#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace guildhall {

// A keyboard's layout as XKB names it, e.g. layout "de,us" with variant "nodeadkeys,". What is empty is XKB's
// default.
struct XkbNames {
  std::string rules;
  std::string model;
  std::string layout;
  std::string variant;
  std::string options;
  // Which of several layouts is active, from 0 on.
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
  // What a key types without any modifier, in UTF-8, by its code in linux/input-event-codes.h. A key that
  // begins an accented character has the accent. Keys that type nothing one can see are left out.
  std::map<uint16_t, std::string> characters;
};

// Both ask libxkbcommon, which is opened at run time, and take some milliseconds.
KeyCharacters ReadKeyCharacters(const XkbNames& names);
// `keymap`: in XKB's text format.
KeyCharacters ReadKeyCharacters(const std::string& keymap);

}  // namespace guildhall
