#pragma once

#include <napi.h>

#include <functional>
#include <utility>

namespace guildhall {

// Runs `work` on a thread of Node's pool, because it may take long, and resolves the promise that is returned
// with what `convert` makes of the result on the JavaScript thread. `name`: shown by Node's diagnostics.
template <typename Result>
Napi::Promise RunOnWorker(Napi::Env env, const char* name, std::function<Result()> work,
                          std::function<Napi::Value(Napi::Env, const Result&)> convert) {
  class Worker : public Napi::AsyncWorker {
   public:
    Worker(Napi::Env env, const char* name, std::function<Result()> work,
           std::function<Napi::Value(Napi::Env, const Result&)> convert)
        : Napi::AsyncWorker(env, name),
          deferred_(Napi::Promise::Deferred::New(env)),
          work_(std::move(work)),
          convert_(std::move(convert)) {}

    Napi::Promise promise() const { return deferred_.Promise(); }

   protected:
    void Execute() override { result_ = work_(); }

    void OnOK() override {
      Napi::HandleScope scope(Env());
      deferred_.Resolve(convert_(Env(), result_));
    }

    void OnError(const Napi::Error& error) override { deferred_.Reject(error.Value()); }

   private:
    const Napi::Promise::Deferred deferred_;
    const std::function<Result()> work_;
    const std::function<Napi::Value(Napi::Env, const Result&)> convert_;
    Result result_{};
  };
  // It deletes itself after the callback.
  auto* worker = new Worker(env, name, std::move(work), std::move(convert));
  Napi::Promise promise = worker->promise();
  worker->Queue();
  return promise;
}

}  // namespace guildhall
