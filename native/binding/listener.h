#pragma once

#include <memory>

#include "binding/binding.h"
#include "binding/callbacks.h"
#include "listening/event_source.h"

namespace guildhall {

// Throws an Error with the name of the status as its `code`; not for kStarted. Returns the value that the
// binding has to return.
Napi::Value ThrowFailure(Napi::Env env, StartStatus status);

// A JavaScript class whose objects listen to the system: from their construction, which throws if that
// fails, until stop(), or until Node ends. One that is no longer referenced continues.
//
// `Binding` describes what is listened to:
//   kName    of the class
//   kUsage   how it is constructed, for people
//   Accepts  whether the arguments of the constructor are right
//   Create   makes a source that calls functions made with `Callbacks::Add`
template <typename Binding>
class Listener : public Napi::ObjectWrap<Listener<Binding>> {
  using Base = Napi::ObjectWrap<Listener<Binding>>;

 public:
  static Napi::Function Class(Napi::Env env) {
    return Base::DefineClass(env, Binding::kName, {Base::template InstanceMethod<&Listener::Stop>("stop")});
  }

  explicit Listener(const Napi::CallbackInfo& info) : Base(info), callbacks_(info.Env(), Binding::kName) {
    const Napi::Env env = info.Env();
    if (!Binding::Accepts(info)) {
      ThrowUsage(env, Binding::kUsage);
      return;
    }
    source_ = Binding::Create(info, callbacks_);
    if (env.IsExceptionPending()) {
      Close();
      return;
    }
    const StartStatus status = source_->Start();
    if (status != StartStatus::kStarted) {
      Close();
      ThrowFailure(env, status);
      return;
    }
    this->Ref();
    // Runs before the clean-up of the callbacks, which was registered earlier.
    napi_add_env_cleanup_hook(env, AtEnd, this);
  }

  ~Listener() override { Close(); }

 private:
  void Stop(const Napi::CallbackInfo& info) {
    if (source_ == nullptr) return;
    napi_remove_env_cleanup_hook(info.Env(), AtEnd, this);
    Close();
    this->Unref();
  }

  static void AtEnd(void* self) { static_cast<Listener*>(self)->Close(); }

  // Ends the source's threads, then drops their queued calls.
  void Close() {
    source_.reset();
    callbacks_.Close();
  }

  Callbacks callbacks_;
  std::unique_ptr<EventSource> source_;
};

}  // namespace guildhall
