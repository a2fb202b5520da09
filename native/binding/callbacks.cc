#include "binding/callbacks.h"

#include <utility>

namespace guildhall {

void SurfaceException(Napi::Env env) {
  if (env.IsExceptionPending()) napi_fatal_exception(env, env.GetAndClearPendingException().Value());
}

void RunPendingCall(Napi::Env env, Napi::Function function, std::nullptr_t*, PendingCall* call) {
  const std::unique_ptr<PendingCall> owned(call);
  if (static_cast<napi_env>(env) != nullptr) (*owned)(env, function);
}

void Callbacks::Enqueue(const Queue& queue, PendingCall call) {
  auto owned = std::make_unique<PendingCall>(std::move(call));
  if (queue.NonBlockingCall(owned.get()) == napi_ok) owned.release();
}

Callbacks::Queue Callbacks::MakeQueue(Napi::Function function) {
  constexpr size_t kUnlimited = 0;
  constexpr size_t kOneOwner = 1;
  Queue queue = Queue::New(env_, function, name_, kUnlimited, kOneOwner);
  if (env_.IsExceptionPending()) return queue;
  queue.Unref(env_);
  queues_.push_back(queue);
  return queue;
}

void Callbacks::Close() {
  *closed_ = true;
  for (Queue& queue : queues_) queue.Release();
  queues_.clear();
}

}  // namespace guildhall
