#include "audio-endpoint-watch/audio_endpoint_watch.h"

#include "binding/binding.h"

namespace guildhall {
namespace {

// What one watch and its end share: whoever ends it, the script or the environment, ends it once.
class Watching {
 public:
  Watching(Napi::Env env, Napi::Function callback)
      : tell_(Napi::ThreadSafeFunction::New(env, callback, "guildhall:watchAudioEndpoints", 0, 1)) {
    // It keeps no process alive.
    tell_.Unref(env);
    watch_ = WatchAudioEndpoints([this] { tell_.NonBlockingCall(); });
  }

  ~Watching() { Stop(); }

  // Gives whether it was watching.
  bool Stop() {
    if (stopped_) return false;
    stopped_ = true;
    // First the thread, so that it tells nothing any more.
    watch_.reset();
    tell_.Release();
    return true;
  }

 private:
  Napi::ThreadSafeFunction tell_;
  std::unique_ptr<AudioEndpointWatch> watch_;
  bool stopped_ = false;
};

Napi::Value Watch(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  if (info.Length() != 1 || !info[0].IsFunction()) {
    Napi::TypeError::New(env, "watchAudioEndpoints(changed)").ThrowAsJavaScriptException();
    return env.Undefined();
  }
  auto watching = std::make_shared<Watching>(env, info[0].As<Napi::Function>());
  // A process that ends, or a worker, must not leave the thread behind. Until then it watches, also when the
  // script has forgotten the function that stops it.
  auto hook = env.AddCleanupHook([watching] { watching->Stop(); });
  return Napi::Function::New(
      env,
      [watching, hook](const Napi::CallbackInfo& call) mutable {
        if (watching->Stop()) hook.Remove(call.Env());
      },
      "stop");
}

}  // namespace

void BindAudioEndpointWatch(Napi::Env env, Napi::Object exports) {
  exports["watchAudioEndpoints"] = Napi::Function::New(env, Watch, "watchAudioEndpoints");
}

}  // namespace guildhall
