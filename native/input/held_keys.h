#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace guildhall {

// Makes one keyboard of many: a key held on two of them is down once, and up when both have let go of it.
// Devices are told apart by numbers of the caller's.
class HeldKeys {
 public:
  // Each gives whether the key went down, or up, by this. Presses of a held key (auto-repeat), and releases
  // of one whose press was not heard, change nothing.
  bool Press(int device, uint16_t code);
  bool Release(int device, uint16_t code);

  // The device is gone: gives the keys that went up by this.
  std::vector<uint16_t> Forget(int device);

 private:
  // Who holds a key; a key that nobody holds is not there.
  std::map<uint16_t, std::set<int>> holders_;
};

}  // namespace guildhall
