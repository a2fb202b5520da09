// Events of the sound server, PulseAudio or PipeWire's replacement for it.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "audio-endpoint-watcher/audio_endpoint_watcher.h"
#include "pulse-connection/pulse_connection.h"
#include "spare-descriptors/spare_descriptors.h"
#include "thread/thread.h"

namespace guildhall {
namespace {

constexpr std::chrono::seconds kAnswerTime{2};
// There is no notification of a started sound server, so connecting is retried.
constexpr std::chrono::milliseconds kRetryTime{500};
constexpr int kSinksSourcesServer = 0x0001 | 0x0002 | 0x0080;
// An event has the number of its facility in these bits, and what happened in those.
constexpr int kFacilityMask = 0x000F;
constexpr int kTypeMask = 0x0030;
constexpr int kSource = 0x0001;
constexpr int kRemoved = 0x0020;

class PulseWatcher : public EventSource {
 public:
  explicit PulseWatcher(EndpointsChanged on_change) : on_change_(std::move(on_change)) {}

  ~PulseWatcher() override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
      if (connection_ != nullptr) connection_->Cancel();
    }
    stopped_.notify_all();
    thread_.Join();
  }

  StartStatus Start() override {
    if (!HasSpareDescriptors(kPulseDescriptors)) return StartStatus::kOutOfDescriptors;
    pulse_ = LoadFunctions<LibPulse>();
    if (pulse_ == nullptr) return StartStatus::kStarted;
    return thread_.Start([this] { Run(); }) ? StartStatus::kStarted : StartStatus::kOutOfThreads;
  }

 private:
  void Run() {
    for (;;) {
      PulseConnection connection(*pulse_);
      if (!Hold(&connection)) return;
      Follow(connection);
      if (!Hold(nullptr)) return;
      std::unique_lock<std::mutex> lock(mutex_);
      if (stopped_.wait_for(lock, kRetryTime, [this] { return stopping_; })) return;
    }
  }

  // Sets the connection to cancel on stop, or none. Returns false if the watcher is stopping.
  bool Hold(PulseConnection* connection) {
    const std::lock_guard<std::mutex> lock(mutex_);
    connection_ = stopping_ ? nullptr : connection;
    return !stopping_;
  }

  // Reports the server's events until the server is gone.
  void Follow(PulseConnection& connection) {
    const auto deadline = PulseConnection::Clock::now() + kAnswerTime;
    if (connection.Connect(deadline) != PulseStatus::kOk) return;
    pulse_->context_set_event_callback(connection.context(), OnEvent, this);
    pa_operation* subscription =
        pulse_->context_subscribe(connection.context(), kSinksSourcesServer, nullptr, nullptr);
    if (connection.Finish(subscription, deadline) != PulseStatus::kOk) return;
    // Changes before the subscription were not reported.
    on_change_(true);
    while (connection.Turn(PulseConnection::kForever) == PulseStatus::kOk) {
    }
    on_change_(true);
  }

  static void OnEvent(pa_context*, int event, uint32_t, void* self) {
    const bool is_removal = (event & kFacilityMask) == kSource && (event & kTypeMask) == kRemoved;
    static_cast<PulseWatcher*>(self)->on_change_(is_removal);
  }

  const EndpointsChanged on_change_;
  const LibPulse* pulse_ = nullptr;
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stopping_ = false;
  // The current connection, as long as it exists.
  PulseConnection* connection_ = nullptr;
  Thread thread_;
};

}  // namespace

std::unique_ptr<EventSource> WatchAudioEndpoints(EndpointsChanged on_change) {
  return std::make_unique<PulseWatcher>(std::move(on_change));
}

}  // namespace guildhall
