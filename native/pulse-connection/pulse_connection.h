#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include "pulse-connection/libpulse.h"

namespace guildhall {

// One connection to the sound server, PulseAudio or PipeWire's stand-in for it, driven by the thread that
// calls it. It never starts a server.
class PulseConnection {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::time_point kForever = Clock::time_point::max();

  explicit PulseConnection(const LibPulse& pulse);
  ~PulseConnection();
  PulseConnection(const PulseConnection&) = delete;
  PulseConnection& operator=(const PulseConnection&) = delete;

  // These give an empty string, or what went wrong: the server is gone or does not answer in time, or Cancel
  // was called.

  std::string Connect(Clock::time_point deadline);
  // Waits for the answer to a question.
  std::string Finish(pa_operation* operation, Clock::time_point deadline);
  // Waits for the next message of the server and handles it.
  std::string Turn(Clock::time_point deadline);

  // Breaks off what waits now and all that will. From any thread, as long as the connection is there.
  void Cancel();

  pa_context* context() const { return context_; }
  bool timed_out() const { return timed_out_; }

 private:
  std::string LastError() const;

  const LibPulse& pulse_;
  pa_mainloop* const loop_;
  pa_context* context_ = nullptr;
  bool timed_out_ = false;
  std::atomic<bool> cancelled_{false};
};

}  // namespace guildhall
