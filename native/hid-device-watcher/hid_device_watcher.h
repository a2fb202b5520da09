#pragma once

#include <functional>
#include <memory>

#include "listening/event_source.h"

namespace guildhall {

// Calls `on_change` whenever a HID device, and so a gamepad too, comes or goes: also once when it begins to
// watch. For systems without files that show it: Windows and macOS.
std::unique_ptr<EventSource> WatchHidDevices(std::function<void()> on_change);

}  // namespace guildhall
