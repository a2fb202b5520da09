#pragma once

#include <napi.h>

namespace guildhall {

// One concern each; its functions are documented in src/platform/native.ts, the one place that calls them.
void BindAudioEndpointWatch(Napi::Env env, Napi::Object exports);
void BindAudioEndpoints(Napi::Env env, Napi::Object exports);
void BindEvdev(Napi::Env env, Napi::Object exports);
void BindFreeMemory(Napi::Env env, Napi::Object exports);
void BindGamepads(Napi::Env env, Napi::Object exports);
void BindHostProcess(Napi::Env env, Napi::Object exports);
void BindKeyboardLayout(Napi::Env env, Napi::Object exports);
void BindPeerCredentials(Napi::Env env, Napi::Object exports);
void BindServiceNotify(Napi::Env env, Napi::Object exports);
void BindXDisplay(Napi::Env env, Napi::Object exports);

}  // namespace guildhall
