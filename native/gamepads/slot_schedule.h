#pragma once

#include <algorithm>
#include <cstdint>

namespace guildhall {

// When the slots of XInput are read. An empty one takes milliseconds, so those are read only at the start and
// after a device has arrived. Times are in milliseconds.
class SlotSchedule {
 public:
  static constexpr uint32_t kNever = UINT32_MAX;

  explicit SlotSchedule(uint64_t now) { Expect(now); }

  // A device has arrived: it may take a while to be in a slot.
  void Expect(uint64_t now) {
    next_ = now;
    last_ = now + kSettleMs;
  }

  // Whether empty slots are to be read now, once.
  bool TakeLook(uint64_t now) {
    if (now < next_ || next_ > last_) return false;
    next_ += kLookMs;
    return true;
  }

  // How long to wait until any slot is read, unless a device arrives.
  uint32_t WaitMs(uint64_t now, bool has_pads) const {
    // The usual report rate of pads.
    if (has_pads) return 8;
    if (next_ > last_) return kNever;
    return static_cast<uint32_t>(std::max(next_, now) - now);
  }

 private:
  static constexpr uint64_t kLookMs = 1000;
  static constexpr uint64_t kSettleMs = 3000;

  uint64_t next_;
  uint64_t last_;
};

}  // namespace guildhall
