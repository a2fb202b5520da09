// UNTESTED: written for macOS, neither compiled nor run there.
// Devices of CoreAudio with their UIDs. A device with both directions is two endpoints.
#include <CoreAudio/CoreAudio.h>
#include <CoreFoundation/CoreFoundation.h>

#include "audio-endpoints/audio_endpoints.h"

namespace guildhall {
namespace {

AudioObjectPropertyAddress Address(AudioObjectPropertySelector selector,
                                   AudioObjectPropertyScope scope = kAudioObjectPropertyScopeGlobal) {
  return {selector, scope, kAudioObjectPropertyElementMain};
}

std::string StringProperty(AudioObjectID object, AudioObjectPropertySelector selector) {
  const AudioObjectPropertyAddress address = Address(selector);
  CFStringRef text = nullptr;
  UInt32 size = sizeof(text);
  if (AudioObjectGetPropertyData(object, &address, 0, nullptr, &size, &text) != noErr || text == nullptr) {
    return "";
  }
  const CFIndex capacity =
      CFStringGetMaximumSizeForEncoding(CFStringGetLength(text), kCFStringEncodingUTF8) + 1;
  std::string utf8(static_cast<size_t>(capacity), '\0');
  const bool converted = CFStringGetCString(text, utf8.data(), capacity, kCFStringEncodingUTF8);
  CFRelease(text);
  return converted ? std::string(utf8.c_str()) : "";
}

AudioObjectID DefaultDevice(AudioObjectPropertySelector selector) {
  const AudioObjectPropertyAddress address = Address(selector);
  AudioObjectID device = kAudioObjectUnknown;
  UInt32 size = sizeof(device);
  AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, nullptr, &size, &device);
  return device;
}

bool HasStreams(AudioObjectID device, AudioObjectPropertyScope scope) {
  const AudioObjectPropertyAddress address = Address(kAudioDevicePropertyStreams, scope);
  UInt32 size = 0;
  return AudioObjectGetPropertyDataSize(device, &address, 0, nullptr, &size) == noErr && size > 0;
}

}  // namespace

AudioEndpointList ListAudioEndpoints(std::chrono::milliseconds) {
  const AudioObjectPropertyAddress address = Address(kAudioHardwarePropertyDevices);
  UInt32 size = 0;
  if (AudioObjectGetPropertyDataSize(kAudioObjectSystemObject, &address, 0, nullptr, &size) != noErr) {
    return {SoundService::kSilent, {}};
  }
  std::vector<AudioObjectID> devices(size / sizeof(AudioObjectID));
  if (AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, nullptr, &size, devices.data()) !=
      noErr) {
    return {SoundService::kSilent, {}};
  }
  // Devices may have been removed between the two calls.
  devices.resize(size / sizeof(AudioObjectID));

  const AudioObjectID default_input = DefaultDevice(kAudioHardwarePropertyDefaultInputDevice);
  const AudioObjectID default_output = DefaultDevice(kAudioHardwarePropertyDefaultOutputDevice);
  AudioEndpointList list{SoundService::kAnswered, {}};
  for (const AudioObjectID device : devices) {
    const std::string uid = StringProperty(device, kAudioDevicePropertyDeviceUID);
    if (uid.empty()) continue;
    const std::string given_name = StringProperty(device, kAudioObjectPropertyName);
    const std::string name = given_name.empty() ? uid : given_name;
    if (HasStreams(device, kAudioObjectPropertyScopeInput)) {
      list.endpoints.push_back({"coreaudio/input/" + uid, name, "", true, device == default_input});
    }
    if (HasStreams(device, kAudioObjectPropertyScopeOutput)) {
      list.endpoints.push_back({"coreaudio/output/" + uid, name, "", false, device == default_output});
    }
  }
  return list;
}

}  // namespace guildhall
