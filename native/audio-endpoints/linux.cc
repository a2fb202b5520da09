// Sinks and sources of the sound server, PulseAudio or PipeWire's stand-in for it, through libpulse.
#include <cstdint>

#include "audio-endpoints/audio_endpoints.h"
#include "dynamic-library/dynamic_library.h"

namespace guildhall {
namespace {

using Clock = std::chrono::steady_clock;

// The part of libpulse's stable ABI (libpulse.so.0) that is used here.
struct pa_mainloop;
struct pa_mainloop_api;
struct pa_context;
struct pa_operation;

struct pa_sample_spec {
  int format;
  uint32_t rate;
  uint8_t channels;
};
constexpr int kMaxChannels = 32;
struct pa_channel_map {
  uint8_t channels;
  int map[kMaxChannels];
};
struct pa_cvolume {
  uint8_t channels;
  uint32_t values[kMaxChannels];
};
// pa_sink_info and pa_source_info begin alike. What follows is never touched.
struct pa_device_info {
  const char* name;
  uint32_t index;
  const char* description;
  pa_sample_spec sample_spec;
  pa_channel_map channel_map;
  uint32_t owner_module;
  pa_cvolume volume;
  int mute;
  uint32_t monitor;  // of a source: the sink that it monitors
};
struct pa_server_info {
  const char* user_name;
  const char* host_name;
  const char* server_version;
  const char* server_name;
  pa_sample_spec sample_spec;
  const char* default_sink_name;
  const char* default_source_name;
};
constexpr uint32_t kInvalidIndex = UINT32_MAX;
constexpr int kNoAutospawn = 1;
enum ContextState { kReady = 4, kFailed = 5, kTerminated = 6 };
constexpr int kOperationRunning = 0;

using DeviceCallback = void(pa_context*, const pa_device_info*, int end, void* user);
using ServerCallback = void(pa_context*, const pa_server_info*, void* user);

struct LibPulse {
  DynamicLibrary library{"libpulse.so.0"};
  pa_mainloop* (*mainloop_new)();
  void (*mainloop_free)(pa_mainloop*);
  pa_mainloop_api* (*mainloop_get_api)(pa_mainloop*);
  int (*mainloop_prepare)(pa_mainloop*, int timeout_us);
  int (*mainloop_poll)(pa_mainloop*);
  int (*mainloop_dispatch)(pa_mainloop*);
  pa_context* (*context_new)(pa_mainloop_api*, const char* name);
  void (*context_unref)(pa_context*);
  int (*context_connect)(pa_context*, const char* server, int flags, const void* spawn_api);
  void (*context_disconnect)(pa_context*);
  int (*context_get_state)(const pa_context*);
  int (*context_errno)(const pa_context*);
  const char* (*error_text)(int error);
  pa_operation* (*get_server_info)(pa_context*, ServerCallback*, void* user);
  pa_operation* (*get_sinks)(pa_context*, DeviceCallback*, void* user);
  pa_operation* (*get_sources)(pa_context*, DeviceCallback*, void* user);
  int (*operation_get_state)(const pa_operation*);
  void (*operation_cancel)(pa_operation*);
  void (*operation_unref)(pa_operation*);

  LibPulse() {
    library.Load(mainloop_new, "pa_mainloop_new");
    library.Load(mainloop_free, "pa_mainloop_free");
    library.Load(mainloop_get_api, "pa_mainloop_get_api");
    library.Load(mainloop_prepare, "pa_mainloop_prepare");
    library.Load(mainloop_poll, "pa_mainloop_poll");
    library.Load(mainloop_dispatch, "pa_mainloop_dispatch");
    library.Load(context_new, "pa_context_new");
    library.Load(context_unref, "pa_context_unref");
    library.Load(context_connect, "pa_context_connect");
    library.Load(context_disconnect, "pa_context_disconnect");
    library.Load(context_get_state, "pa_context_get_state");
    library.Load(context_errno, "pa_context_errno");
    library.Load(error_text, "pa_strerror");
    library.Load(get_server_info, "pa_context_get_server_info");
    library.Load(get_sinks, "pa_context_get_sink_info_list");
    library.Load(get_sources, "pa_context_get_source_info_list");
    library.Load(operation_get_state, "pa_operation_get_state");
    library.Load(operation_cancel, "pa_operation_cancel");
    library.Load(operation_unref, "pa_operation_unref");
  }
};

struct Collected {
  std::vector<AudioEndpoint> endpoints;
  std::string default_sink;
  std::string default_source;
};

void OnServer(pa_context*, const pa_server_info* info, void* user) {
  if (info == nullptr) return;
  auto* collected = static_cast<Collected*>(user);
  if (info->default_sink_name != nullptr) collected->default_sink = info->default_sink_name;
  if (info->default_source_name != nullptr) collected->default_source = info->default_source_name;
}

std::string DisplayName(const pa_device_info& info) {
  return info.description != nullptr && *info.description != '\0' ? info.description : info.name;
}

void OnSink(pa_context*, const pa_device_info* info, int, void* user) {
  // auto_null is the sink that the server makes up when there is none.
  if (info == nullptr || info->name == std::string("auto_null")) return;
  auto* collected = static_cast<Collected*>(user);
  const bool is_default = info->name == collected->default_sink;
  collected->endpoints.push_back(
      {std::string("pulseaudio/sink/") + info->name, DisplayName(*info), false, is_default});
}

void OnSource(pa_context*, const pa_device_info* info, int, void* user) {
  // A monitor is not a microphone: it repeats what a sink plays.
  if (info == nullptr || info->monitor != kInvalidIndex) return;
  auto* collected = static_cast<Collected*>(user);
  const bool is_default = info->name == collected->default_source;
  collected->endpoints.push_back(
      {std::string("pulseaudio/source/") + info->name, DisplayName(*info), true, is_default});
}

// One connection to the sound server, driven by the calling thread until a deadline.
class Connection {
 public:
  Connection(const LibPulse& pulse, Clock::time_point deadline)
      : pulse_(pulse), deadline_(deadline), loop_(pulse.mainloop_new()) {
    context_ = pulse_.context_new(pulse_.mainloop_get_api(loop_), "guildhall");
  }

  ~Connection() {
    if (context_ != nullptr) {
      pulse_.context_disconnect(context_);
      pulse_.context_unref(context_);
    }
    pulse_.mainloop_free(loop_);
  }

  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // All of these give an empty string, or what went wrong.

  std::string Connect() {
    if (context_ == nullptr) return "out of memory";
    // Looking at devices must not start a sound server that the person did not start.
    if (pulse_.context_connect(context_, nullptr, kNoAutospawn, nullptr) < 0) return LastError();
    for (;;) {
      const int state = pulse_.context_get_state(context_);
      if (state == kReady) return "";
      if (state == kFailed || state == kTerminated) return LastError();
      if (std::string error = Turn(); !error.empty()) return error;
    }
  }

  std::string Finish(pa_operation* operation) {
    if (operation == nullptr) return LastError();
    std::string error;
    while (error.empty() && pulse_.operation_get_state(operation) == kOperationRunning) {
      const int state = pulse_.context_get_state(context_);
      error = state == kReady ? Turn() : LastError();
    }
    // Its callback must not be called once the answer is no longer waited for.
    if (!error.empty()) pulse_.operation_cancel(operation);
    pulse_.operation_unref(operation);
    return error;
  }

  pa_context* context() const { return context_; }
  bool timed_out() const { return timed_out_; }

 private:
  // Waits for the next event and handles it.
  std::string Turn() {
    const auto left = std::chrono::duration_cast<std::chrono::microseconds>(deadline_ - Clock::now());
    if (left.count() <= 0) {
      timed_out_ = true;
      return "the sound server does not answer";
    }
    if (pulse_.mainloop_prepare(loop_, static_cast<int>(left.count())) < 0 ||
        pulse_.mainloop_poll(loop_) < 0 || pulse_.mainloop_dispatch(loop_) < 0) {
      return "the sound server cannot be waited for";
    }
    return "";
  }

  std::string LastError() const {
    return std::string("no sound server: ") + pulse_.error_text(pulse_.context_errno(context_));
  }

  const LibPulse& pulse_;
  const Clock::time_point deadline_;
  pa_mainloop* const loop_;
  pa_context* context_ = nullptr;
  bool timed_out_ = false;
};

}  // namespace

AudioEndpointList ListAudioEndpoints(std::chrono::milliseconds timeout) {
  static const LibPulse pulse;
  if (!pulse.library.error().empty()) return {SoundService::kAbsent, pulse.library.error(), {}};

  Collected collected;
  Connection connection(pulse, Clock::now() + timeout);
  std::string error = connection.Connect();
  if (error.empty()) {
    error = connection.Finish(pulse.get_server_info(connection.context(), OnServer, &collected));
  }
  if (error.empty()) error = connection.Finish(pulse.get_sinks(connection.context(), OnSink, &collected));
  if (error.empty()) error = connection.Finish(pulse.get_sources(connection.context(), OnSource, &collected));
  if (error.empty()) return {SoundService::kAnswered, "", collected.endpoints};
  return {connection.timed_out() ? SoundService::kSilent : SoundService::kAbsent, error, {}};
}

}  // namespace guildhall
