#pragma once

#include <functional>
#include <memory>

#include "listening/event_source.h"

namespace guildhall {

// Calls `on_change` whenever a HID device, including gamepads, is connected or disconnected, and once after
// start. For systems without device files: Windows and macOS.
std::unique_ptr<EventSource> WatchHidDevices(std::function<void()> on_change);

}  // namespace guildhall
