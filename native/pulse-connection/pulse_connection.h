#pragma once

#include <atomic>
#include <chrono>

#include "pulse-connection/libpulse.h"

namespace guildhall {

// More descriptors than the library and a connection open. libpulse ends the process if it cannot create its
// main loop; and without a descriptor, a library or server appears to be missing.
constexpr int kPulseDescriptors = 16;

// The result of a step of a connection.
enum class PulseStatus {
  kOk,
  kGone,       // there is no server, or it has ended the connection
  kTimedOut,   // the server did not answer in time
  kCancelled,  // `Cancel` was called
  kExhausted,  // there are no descriptors or no memory for a connection
};

// One connection to the sound server, PulseAudio or PipeWire's replacement for it, driven by the thread that
// calls it. It never starts a server.
class PulseConnection {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::time_point kForever = Clock::time_point::max();

  explicit PulseConnection(const LibPulse& pulse);
  ~PulseConnection();
  PulseConnection(const PulseConnection&) = delete;
  PulseConnection& operator=(const PulseConnection&) = delete;

  PulseStatus Connect(Clock::time_point deadline);
  // Waits for the reply to a query.
  PulseStatus Finish(pa_operation* operation, Clock::time_point deadline);
  // Waits for the next message of the server and processes it.
  PulseStatus Turn(Clock::time_point deadline);

  // Cancels the current wait and all later ones. Can be called from any thread, as long as the connection
  // exists.
  void Cancel();

  pa_context* context() const { return context_; }

 private:
  const LibPulse& pulse_;
  pa_mainloop* const loop_;
  pa_context* context_ = nullptr;
  std::atomic<bool> cancelled_{false};
};

}  // namespace guildhall
