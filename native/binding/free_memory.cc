#include "free-memory/free_memory.h"

#include "binding/binding.h"

namespace guildhall {
namespace {

Napi::Value Release(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), ReleaseFreeMemory());
}

}  // namespace

Napi::Object BindFreeMemory(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["release"] = Napi::Function::New(env, Release, "release");
  return binding;
}

}  // namespace guildhall
