#pragma once

#include <functional>
#include <memory>

#include "listening/event_source.h"

namespace guildhall {

// `may_be_gone`: whether an input may have been removed.
using EndpointsChanged = std::function<void(bool may_be_gone)>;

// Calls `on_change` whenever the endpoints of the system's sound service or its defaults may have changed,
// including once after start and when the service itself starts or stops. On a system without such a service,
// the start succeeds and nothing is reported.
std::unique_ptr<EventSource> WatchAudioEndpoints(EndpointsChanged on_change);

}  // namespace guildhall
