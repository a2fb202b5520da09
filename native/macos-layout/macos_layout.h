#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace guildhall {

// The character that a key types without modifiers in the current layout, in UTF-16, by its virtual key code,
// which names its place. A dead key has its accent. Keys that type no visible character are left out. Must be
// called on the main thread.
std::map<uint16_t, std::u16string> ReadCurrentLayout();

}  // namespace guildhall
