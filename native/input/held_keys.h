#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace guildhall {

// Combines several keyboards: a key held on two of them is pressed once, and released when both have released
// it. Devices are identified by numbers that the caller assigns.
class HeldKeys {
 public:
  // Return whether the call pressed or released the key. Presses of a pressed key (auto-repeat), and releases
  // of a key whose press was not received, have no effect.
  bool Press(int device, uint16_t code);
  bool Release(int device, uint16_t code);

  // A device was removed: returns the keys that this released.
  std::vector<uint16_t> Forget(int device);

 private:
  // The devices on which a key is pressed; keys that are not pressed have no entry.
  std::map<uint16_t, std::set<int>> holders_;
};

}  // namespace guildhall
