#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace guildhall {

// An audio endpoint as the system's sound service tells it.
struct AudioEndpoint {
  // What identifies it persistently, over restarts and replugging. On Windows the endpoint id
  // ("{0.0.1.00000000}.{uuid}"), on macOS the device UID, on Linux "pulseaudio/sink/NAME" or
  // ".../source/NAME".
  std::string identity;
  // For people, in UTF-8.
  std::string name;
  bool is_input;
  bool is_default;
};

struct AudioEndpointList {
  std::vector<AudioEndpoint> endpoints;
  // Empty if the list is true; else why there is none, e.g. that the sound server refused the connection.
  std::string error;
};

// Lists what is plugged in. Blocks for at most about `timeout`: call it on a thread of its own. Thread-safe.
AudioEndpointList ListAudioEndpoints(std::chrono::milliseconds timeout);

}  // namespace guildhall
