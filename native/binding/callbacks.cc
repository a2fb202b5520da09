#include "binding/callbacks.h"

namespace guildhall {

void SurfaceException(Napi::Env env) {
  if (env.IsExceptionPending()) napi_fatal_exception(env, env.GetAndClearPendingException().Value());
}

Napi::ThreadSafeFunction Callbacks::MakeQueue(Napi::Function function) {
  constexpr size_t kUnlimited = 0;
  constexpr size_t kOneOwner = 1;
  Napi::ThreadSafeFunction queue =
      Napi::ThreadSafeFunction::New(env_, function, name_, kUnlimited, kOneOwner);
  if (env_.IsExceptionPending()) return queue;
  queue.Unref(env_);
  queues_.push_back(queue);
  return queue;
}

void Callbacks::Close() {
  *closed_ = true;
  for (Napi::ThreadSafeFunction& queue : queues_) queue.Release();
  queues_.clear();
}

}  // namespace guildhall
