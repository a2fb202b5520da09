#pragma once

#include <functional>
#include <memory>

#include "listening/start_status.h"

namespace guildhall {

// Reports whenever a HID device, and so a gamepad too, comes or goes: also once when it begins to watch. For
// systems without files that show it: Windows and macOS.
class HidDeviceWatcher {
 public:
  // Called on a thread of the system's, or on that of `Start`.
  using OnChange = std::function<void()>;

  explicit HidDeviceWatcher(OnChange on_change);
  // Waits for a call under way; none follows.
  ~HidDeviceWatcher();
  HidDeviceWatcher(const HidDeviceWatcher&) = delete;
  HidDeviceWatcher& operator=(const HidDeviceWatcher&) = delete;

  // Once per watcher.
  StartStatus Start();

 private:
  class Implementation;
  const std::unique_ptr<Implementation> implementation_;
};

}  // namespace guildhall
