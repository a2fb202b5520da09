#pragma once

#include <functional>
#include <memory>

#include "listening/event_source.h"

namespace guildhall {

// Calls `on_change` whenever the endpoints of the system's sound service or its defaults may have changed:
// also once when it begins to watch the service, and when the service itself comes or goes. A system that has
// no such service counts as started; nothing is reported there.
std::unique_ptr<EventSource> WatchAudioEndpoints(std::function<void()> on_change);

}  // namespace guildhall
