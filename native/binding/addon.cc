#include "binding/binding.h"

namespace guildhall {
namespace {

// Listeners, which keep state between calls, clean up by themselves when Node ends.
Napi::Object Init(Napi::Env env, Napi::Object exports) {
  exports["audioEndpoints"] = BindAudioEndpoints(env);
#ifdef __linux__
  exports["evdev"] = BindEvdev(env);
  exports["keyboardLayout"] = BindKeyboardLayout(env);
  exports["xInput"] = BindXInput(env);
#else
  exports["hidDevices"] = BindHidDevices(env);
#endif
  exports["freeMemory"] = BindFreeMemory(env);
  exports["gamepads"] = BindGamepads(env);
  exports["hostProcess"] = BindHostProcess(env);
#ifdef __APPLE__
  exports["macosLayout"] = BindMacosLayout(env);
#endif
  exports["opus"] = BindOpus(env);
  exports["peerCredentials"] = BindPeerCredentials(env);
  exports["serviceNotify"] = BindServiceNotify(env);
  exports["speexDsp"] = BindSpeexDsp(env);
#ifdef _WIN32
  exports["accessControl"] = BindAccessControl(env);
  exports["programSigner"] = BindProgramSigner(env);
  exports["windowsKeys"] = BindWindowsKeys(env);
#else
  exports["udpSocket"] = BindUdpSocket(env);
#endif
  exports["xDisplay"] = BindXDisplay(env);
  return exports;
}

}  // namespace

NODE_API_MODULE(guildhall, Init)

}  // namespace guildhall
