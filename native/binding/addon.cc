#include "binding/binding.h"

namespace guildhall {
namespace {

// What keeps state between calls (a KeyListener, a GamepadListener) cleans up by itself when Node ends.
Napi::Object Init(Napi::Env env, Napi::Object exports) {
  BindAudioEndpointWatch(env, exports);
  BindAudioEndpoints(env, exports);
#ifdef __linux__
  BindEvdev(env, exports);
  BindKeyboardLayout(env, exports);
#endif
  BindFreeMemory(env, exports);
  BindGamepads(env, exports);
  BindHostProcess(env, exports);
  BindPeerCredentials(env, exports);
  BindServiceNotify(env, exports);
  BindXDisplay(env, exports);
  return exports;
}

}  // namespace

NODE_API_MODULE(guildhall, Init)

}  // namespace guildhall
