#include "audio-endpoints/audio_endpoints.h"

#include "audio-endpoint-watcher/audio_endpoint_watcher.h"
#include "binding/binding.h"
#include "binding/listener.h"
#include "binding/worker.h"

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

Napi::Value ToObject(Napi::Env env, const AudioEndpointList& list) {
  Napi::Array endpoints = Napi::Array::New(env, list.endpoints.size());
  for (size_t index = 0; index < list.endpoints.size(); ++index) {
    const AudioEndpoint& endpoint = list.endpoints[index];
    Napi::Object entry = Napi::Object::New(env);
    entry["identity"] = endpoint.identity;
    entry["name"] = endpoint.name;
    entry["place"] = endpoint.place;
    entry["isInput"] = endpoint.is_input;
    entry["isDefault"] = endpoint.is_default;
    endpoints[static_cast<uint32_t>(index)] = entry;
  }
  Napi::Object result = Napi::Object::New(env);
  result["service"] = NameOf(list.service);
  result["endpoints"] = endpoints;
  return result;
}

Napi::Value List(const Napi::CallbackInfo& info) {
  if (info.Length() != 1 || !info[0].IsNumber())
    return ThrowUsage(info.Env(), "audioEndpoints.list(timeoutMs)");
  const std::chrono::milliseconds timeout(info[0].As<Napi::Number>().Int64Value());
  return RunOnWorker<AudioEndpointList>(
      info.Env(), "guildhall:listAudioEndpoints", [timeout] { return ListAudioEndpoints(timeout); },
      ToObject);
}

struct WatcherBinding {
  static constexpr char kName[] = "AudioEndpointWatcher";
  static constexpr char kUsage[] = "new audioEndpoints.Watcher(onChange)";

  static bool Accepts(const Napi::CallbackInfo& info) { return info.Length() == 1 && info[0].IsFunction(); }

  static std::unique_ptr<EventSource> Create(const Napi::CallbackInfo& info, Callbacks& callbacks) {
    return WatchAudioEndpoints(callbacks.Add<bool>(info[0]));
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
