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
  // Where the hardware behind it is, as far as that is known: on Linux a path in /sys, or
  // "bluetooth:ADDRESS"; else empty.
  std::string place;
  bool is_input;
  bool is_default;
};

// Whether there is a list.
enum class SoundService {
  kAnswered,
  kAbsent,     // there is no sound service
  kSilent,     // it does not answer in time
  kExhausted,  // the process has no descriptors or no memory left to ask it
};

struct AudioEndpointList {
  SoundService service;
  std::vector<AudioEndpoint> endpoints;
};

// Lists what is plugged in. Blocks for at most about `timeout`: call it on a thread of its own. Thread-safe.
AudioEndpointList ListAudioEndpoints(std::chrono::milliseconds timeout);

}  // namespace guildhall
