#include "free-memory/free_memory.h"

#include "binding/binding.h"

namespace guildhall {
namespace {

Napi::Value Release(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), ReleaseFreeMemory());
}

}  // namespace

void BindFreeMemory(Napi::Env env, Napi::Object exports) {
  exports["releaseFreeMemory"] = Napi::Function::New(env, Release, "releaseFreeMemory");
}

}  // namespace guildhall
