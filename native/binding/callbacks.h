#pragma once

#include <napi.h>

#include <functional>
#include <memory>
#include <vector>

namespace guildhall {

// Turns an exception thrown by a callback into an uncaught exception of the process: a callback has no caller
// that could catch it, and Node would ignore it.
void SurfaceException(Napi::Env env);

// A queued call of a JavaScript function.
using PendingCall = std::function<void(Napi::Env, Napi::Function)>;

// Makes a queued call, or frees it if Node is shutting down and JavaScript can no longer run.
void RunPendingCall(Napi::Env env, Napi::Function function, std::nullptr_t* context, PendingCall* call);

// JavaScript functions that native threads call. A call runs later, on the JavaScript thread, in the order of
// the calls to one function. They do not keep the process alive.
class Callbacks {
 public:
  // `name`: shown by Node's diagnostics.
  Callbacks(Napi::Env env, const char* name) : env_(env), name_(name) {}

  // Returns a function that calls `function` from any thread until `Close`. An exception is pending if Node
  // cannot create it.
  template <typename... Arguments>
  std::function<void(Arguments...)> Add(Napi::Value function) {
    const Queue queue = MakeQueue(function.As<Napi::Function>());
    return [queue, closed = closed_](Arguments... arguments) {
      Enqueue(queue, [closed, arguments...](Napi::Env env, Napi::Function callback) {
        if (*closed) return;
        callback.Call(std::vector<napi_value>{Napi::Value::From(env, arguments)...});
        SurfaceException(env);
      });
    };
  }

  // Drops the queued calls. Call it once threads no longer make calls.
  void Close();

 private:
  // Not Napi::ThreadSafeFunction, which leaks queued calls when Node shuts down.
  using Queue = Napi::TypedThreadSafeFunction<std::nullptr_t, PendingCall, RunPendingCall>;

  static void Enqueue(const Queue& queue, PendingCall call);
  Queue MakeQueue(Napi::Function function);

  const Napi::Env env_;
  const char* const name_;
  std::vector<Queue> queues_;
  // Accessed only by the JavaScript thread.
  const std::shared_ptr<bool> closed_ = std::make_shared<bool>(false);
};

}  // namespace guildhall
