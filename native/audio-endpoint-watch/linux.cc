// Events of the sound server, PulseAudio or PipeWire's stand-in for it.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "audio-endpoint-watch/audio_endpoint_watch.h"
#include "pulse-connection/pulse_connection.h"

namespace guildhall {
namespace {

constexpr std::chrono::seconds kAnswerTime{2};
// Nothing tells that a sound server was started but that it answers.
constexpr std::chrono::milliseconds kRetryTime{500};
constexpr int kSinksSourcesServer = 0x0001 | 0x0002 | 0x0080;

class PulseWatch : public AudioEndpointWatch {
 public:
  PulseWatch(const LibPulse& pulse, std::function<void()> changed)
      : pulse_(pulse), changed_(std::move(changed)), thread_([this] { Run(); }) {}

  ~PulseWatch() override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
      if (connection_ != nullptr) connection_->Cancel();
    }
    stopped_.notify_all();
    thread_.join();
  }

 private:
  void Run() {
    for (;;) {
      PulseConnection connection(pulse_);
      if (!Hold(&connection)) return;
      Follow(connection);
      if (!Hold(nullptr)) return;
      std::unique_lock<std::mutex> lock(mutex_);
      if (stopped_.wait_for(lock, kRetryTime, [this] { return stopping_; })) return;
    }
  }

  // Lets the connection be cancelled from now on, or none. Gives false when it is time to stop.
  bool Hold(PulseConnection* connection) {
    const std::lock_guard<std::mutex> lock(mutex_);
    connection_ = stopping_ ? nullptr : connection;
    return !stopping_;
  }

  // Tells what the server tells, until it is gone.
  void Follow(PulseConnection& connection) {
    const auto deadline = PulseConnection::Clock::now() + kAnswerTime;
    if (!connection.Connect(deadline).empty()) return;
    pulse_.context_set_event_callback(connection.context(), OnEvent, this);
    pa_operation* subscription =
        pulse_.context_subscribe(connection.context(), kSinksSourcesServer, nullptr, nullptr);
    if (!connection.Finish(subscription, deadline).empty()) return;
    // What changed before it was subscribed to was not told.
    changed_();
    while (connection.Turn(PulseConnection::kForever).empty()) {
    }
    changed_();
  }

  static void OnEvent(pa_context*, int, uint32_t, void* user) { static_cast<PulseWatch*>(user)->changed_(); }

  const LibPulse& pulse_;
  const std::function<void()> changed_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stopping_ = false;
  // The one under way, as long as it is there.
  PulseConnection* connection_ = nullptr;
  // Last, so that all else is there when it begins.
  std::thread thread_;
};

}  // namespace

std::unique_ptr<AudioEndpointWatch> WatchAudioEndpoints(std::function<void()> changed) {
  const LibPulse& pulse = LibPulse::Get();
  if (!pulse.library.error().empty()) return nullptr;
  return std::make_unique<PulseWatch>(pulse, std::move(changed));
}

}  // namespace guildhall
