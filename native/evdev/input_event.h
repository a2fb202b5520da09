#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>

namespace guildhall {

// Sizes of the kernel's tables (linux/input-event-codes.h: KEY_CNT, ABS_CNT).
constexpr size_t kKeyCount = 0x300;
constexpr size_t kAxisCount = 0x40;

using KeyBits = std::bitset<kKeyCount>;
using AxisBits = std::bitset<kAxisCount>;

// A kernel event without its time. Types and codes are those of linux/input-event-codes.h.
struct InputEvent {
  uint16_t type;
  uint16_t code;
  int32_t value;
};

inline bool operator==(const InputEvent& one, const InputEvent& other) {
  return one.type == other.type && one.code == other.code && one.value == other.value;
}

// The pressed keys and the positions of the absolute axes; an axis that the device does not have is at 0.
struct DeviceState {
  KeyBits keys;
  int32_t axes[kAxisCount] = {};
};

}  // namespace guildhall
