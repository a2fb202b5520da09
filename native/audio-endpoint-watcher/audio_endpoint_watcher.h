#pragma once

#include <functional>
#include <memory>

#include "listening/start_status.h"

namespace guildhall {

// Reports whenever the endpoints of the system's sound service or its defaults may have changed: also once
// when it begins to watch the service, and when the service itself comes or goes.
class AudioEndpointWatcher {
 public:
  // Called on a thread of the watcher's, or on that of `Start`.
  using OnChange = std::function<void()>;

  explicit AudioEndpointWatcher(OnChange on_change);
  // Waits for a call under way; none follows.
  ~AudioEndpointWatcher();
  AudioEndpointWatcher(const AudioEndpointWatcher&) = delete;
  AudioEndpointWatcher& operator=(const AudioEndpointWatcher&) = delete;

  // Once per watcher. A system that has no such service counts as started; nothing is reported there.
  StartStatus Start();

 private:
  class Implementation;
  const std::unique_ptr<Implementation> implementation_;
};

}  // namespace guildhall
