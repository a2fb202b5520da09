#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace guildhall {

// An audio endpoint as reported by the system's sound service.
struct AudioEndpoint {
  // A persistent identifier, which stays the same over restarts and replugging. On Windows the endpoint id
  // ("{0.0.1.00000000}.{uuid}"), on macOS the device UID, on Linux "pulseaudio/sink/NAME" or
  // ".../source/NAME".
  std::string identity;
  // A display name in UTF-8.
  std::string name;
  // The location of the hardware, if it is known: on Linux a path in /sys, or "bluetooth:ADDRESS", on Windows
  // "container:{UUID}"; otherwise empty.
  std::string place;
  bool is_input;
  bool is_default;
};

// Whether the list is available.
enum class SoundService {
  kAnswered,
  kAbsent,     // there is no sound service
  kSilent,     // it does not answer in time
  kExhausted,  // the process has no descriptors or no memory left
};

struct AudioEndpointList {
  SoundService service;
  std::vector<AudioEndpoint> endpoints;
};

// Lists the connected endpoints. Blocks for at most about `timeout`: call it on a separate thread.
// Thread-safe.
AudioEndpointList ListAudioEndpoints(std::chrono::milliseconds timeout);

}  // namespace guildhall
