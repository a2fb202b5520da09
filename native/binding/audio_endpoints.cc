#include "audio-endpoints/audio_endpoints.h"

#include "audio-endpoint-watcher/audio_endpoint_watcher.h"
#include "binding/binding.h"
#include "binding/listener.h"

namespace guildhall {
namespace {

const char* NameOf(SoundService service) {
  switch (service) {
    case SoundService::kAnswered:
      return "answered";
    case SoundService::kAbsent:
      return "absent";
    case SoundService::kSilent:
      return "silent";
    case SoundService::kExhausted:
      return "exhausted";
  }
  return "absent";
}

// Lists endpoints on a thread of Node's pool, because the sound server may be slow.
class ListWorker : public Napi::AsyncWorker {
 public:
  ListWorker(Napi::Env env, std::chrono::milliseconds timeout)
      : Napi::AsyncWorker(env, "guildhall:listAudioEndpoints"),
        deferred_(Napi::Promise::Deferred::New(env)),
        timeout_(timeout) {}

  Napi::Promise promise() const { return deferred_.Promise(); }

 protected:
  void Execute() override { list_ = ListAudioEndpoints(timeout_); }

  void OnOK() override {
    Napi::HandleScope scope(Env());
    Napi::Array endpoints = Napi::Array::New(Env(), list_.endpoints.size());
    for (size_t index = 0; index < list_.endpoints.size(); ++index) {
      const AudioEndpoint& endpoint = list_.endpoints[index];
      Napi::Object entry = Napi::Object::New(Env());
      entry["identity"] = endpoint.identity;
      entry["name"] = endpoint.name;
      entry["place"] = endpoint.place;
      entry["isInput"] = endpoint.is_input;
      entry["isDefault"] = endpoint.is_default;
      endpoints[static_cast<uint32_t>(index)] = entry;
    }
    Napi::Object result = Napi::Object::New(Env());
    result["service"] = NameOf(list_.service);
    result["endpoints"] = endpoints;
    deferred_.Resolve(result);
  }

  void OnError(const Napi::Error& error) override { deferred_.Reject(error.Value()); }

 private:
  const Napi::Promise::Deferred deferred_;
  const std::chrono::milliseconds timeout_;
  AudioEndpointList list_{};
};

Napi::Value List(const Napi::CallbackInfo& info) {
  if (info.Length() != 1 || !info[0].IsNumber())
    return ThrowUsage(info.Env(), "audioEndpoints.list(timeoutMs)");
  const std::chrono::milliseconds timeout(info[0].As<Napi::Number>().Int64Value());
  // It deletes itself after the callback.
  auto* worker = new ListWorker(info.Env(), timeout);
  Napi::Promise promise = worker->promise();
  worker->Queue();
  return promise;
}

struct WatcherBinding {
  static constexpr char kName[] = "AudioEndpointWatcher";
  static constexpr char kUsage[] = "new audioEndpoints.Watcher(onChange)";

  static bool Accepts(const Napi::CallbackInfo& info) { return info.Length() == 1 && info[0].IsFunction(); }

  static std::unique_ptr<EventSource> Create(const Napi::CallbackInfo& info, Callbacks& callbacks) {
    return WatchAudioEndpoints(callbacks.Add<>(info[0]));
  }
};

}  // namespace

Napi::Object BindAudioEndpoints(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["list"] = Napi::Function::New(env, List, "list");
  binding["Watcher"] = Listener<WatcherBinding>::Class(env);
  return binding;
}

}  // namespace guildhall
