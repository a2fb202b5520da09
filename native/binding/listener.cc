#include "binding/listener.h"

namespace guildhall {
namespace {

struct Failure {
  const char* code;
  const char* message;
};

Failure FailureOf(StartStatus status) {
  switch (status) {
    case StartStatus::kOutOfDescriptors:
      return {"out-of-descriptors", "no more files can be opened"};
    case StartStatus::kOutOfThreads:
      return {"out-of-threads", "no more threads can be started"};
    case StartStatus::kUnavailable:
    case StartStatus::kStarted:
      break;
  }
  return {"unavailable", "the system refuses access to its events"};
}

}  // namespace

Napi::Value ThrowFailure(Napi::Env env, StartStatus status) {
  const auto& [code, message] = FailureOf(status);
  const Napi::Error error = Napi::Error::New(env, message);
  error.Value().Set("code", code);
  error.ThrowAsJavaScriptException();
  return env.Undefined();
}

}  // namespace guildhall
