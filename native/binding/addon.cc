#include "binding/binding.h"

namespace guildhall {
namespace {

// Nothing bound here keeps state between calls, so there is nothing to clean up when Node unloads the addon.
Napi::Object Init(Napi::Env env, Napi::Object exports) {
  BindAudioEndpoints(env, exports);
  BindHostProcess(env, exports);
  BindServiceNotify(env, exports);
  BindXDisplay(env, exports);
  return exports;
}

}  // namespace

NODE_API_MODULE(guildhall, Init)

}  // namespace guildhall
