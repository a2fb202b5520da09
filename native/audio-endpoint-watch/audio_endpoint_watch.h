#pragma once

#include <functional>
#include <memory>

namespace guildhall {

// Watches until it is destroyed. Destroying it waits for a call under way to return.
class AudioEndpointWatch {
 public:
  virtual ~AudioEndpointWatch() = default;
};

// Calls `changed`, on a thread of its own, whenever the endpoints of the system's sound service or its
// defaults may be others than before: also once it has begun to watch, and when the service itself comes or
// goes. Null where there can be no such service.
std::unique_ptr<AudioEndpointWatch> WatchAudioEndpoints(std::function<void()> changed);

}  // namespace guildhall
