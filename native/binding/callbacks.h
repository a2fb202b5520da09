#pragma once

#include <napi.h>

#include <functional>
#include <memory>
#include <vector>

namespace guildhall {

// Turns an exception that a callback has thrown into an uncaught exception of the process: a callback has no
// caller that could catch it, and Node would drop it.
void SurfaceException(Napi::Env env);

// One call of a JavaScript function, on its way to the thread of JavaScript.
using PendingCall = std::function<void(Napi::Env, Napi::Function)>;

// Makes a pending call, or frees it if Node is ending and there is no JavaScript any more.
void RunPendingCall(Napi::Env env, Napi::Function function, std::nullptr_t* context, PendingCall* call);

// Functions of JavaScript that native threads call. A call runs later, on the thread of JavaScript, in the
// order of the calls to one function. They keep no process alive.
class Callbacks {
 public:
  // `name`: shown by Node's diagnostics.
  Callbacks(Napi::Env env, const char* name) : env_(env), name_(name) {}

  // Gives what calls `function`, from any thread until `Close`. An exception is pending if Node cannot make
  // it.
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

  // Drops the calls that are on their way. To be called when no thread calls any more.
  void Close();

 private:
  // Not Napi::ThreadSafeFunction, which leaks the calls that are on their way when Node ends.
  using Queue = Napi::TypedThreadSafeFunction<std::nullptr_t, PendingCall, RunPendingCall>;

  static void Enqueue(const Queue& queue, PendingCall call);
  Queue MakeQueue(Napi::Function function);

  const Napi::Env env_;
  const char* const name_;
  std::vector<Queue> queues_;
  // Read and written by the thread of JavaScript alone.
  const std::shared_ptr<bool> closed_ = std::make_shared<bool>(false);
};

}  // namespace guildhall
