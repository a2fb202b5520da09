#include "input/held_keys.h"

namespace guildhall {

bool HeldKeys::Press(int device, uint16_t code) {
  std::set<int>& holders = holders_[code];
  const bool was_up = holders.empty();
  holders.insert(device);
  return was_up;
}

bool HeldKeys::Release(int device, uint16_t code) {
  const auto held = holders_.find(code);
  if (held == holders_.end() || held->second.erase(device) == 0 || !held->second.empty()) return false;
  holders_.erase(held);
  return true;
}

std::vector<uint16_t> HeldKeys::Forget(int device) {
  std::vector<uint16_t> released;
  for (auto held = holders_.begin(); held != holders_.end();) {
    held->second.erase(device);
    if (held->second.empty()) {
      released.push_back(held->first);
      held = holders_.erase(held);
    } else {
      ++held;
    }
  }
  return released;
}

}  // namespace guildhall
