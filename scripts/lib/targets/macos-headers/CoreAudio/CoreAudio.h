#pragma once
// What the addon uses of this header of macOS, so that it compiles without it. It never runs.
#include <CoreFoundation/CoreFoundation.h>
extern "C" {
typedef UInt32 AudioObjectID, AudioObjectPropertySelector, AudioObjectPropertyScope,
    AudioObjectPropertyElement;
struct AudioObjectPropertyAddress {
  AudioObjectPropertySelector mSelector;
  AudioObjectPropertyScope mScope;
  AudioObjectPropertyElement mElement;
};
typedef void (^AudioObjectPropertyListenerBlock)(UInt32, const AudioObjectPropertyAddress *);
enum : UInt32 {
  kAudioObjectPropertyScopeGlobal = 'glob',
  kAudioObjectPropertyScopeInput = 'inpt',
  kAudioObjectPropertyScopeOutput = 'outp',
  kAudioObjectPropertyElementMain = 0,
  kAudioHardwarePropertyDevices = 'dev#',
  kAudioHardwarePropertyDefaultInputDevice = 'dIn ',
  kAudioHardwarePropertyDefaultOutputDevice = 'dOut',
  kAudioObjectUnknown = 0,
  kAudioDevicePropertyStreams = 'stm#',
  kAudioDevicePropertyDeviceUID = 'uid ',
  kAudioObjectPropertyName = 'lnam'
};
enum { kAudioObjectSystemObject = 1 };
OSStatus AudioObjectGetPropertyDataSize(AudioObjectID, const AudioObjectPropertyAddress *, UInt32,
                                        const void *, UInt32 *);
OSStatus AudioObjectGetPropertyData(AudioObjectID, const AudioObjectPropertyAddress *, UInt32, const void *,
                                    UInt32 *, void *);
OSStatus AudioObjectAddPropertyListenerBlock(AudioObjectID, const AudioObjectPropertyAddress *,
                                             dispatch_queue_t, AudioObjectPropertyListenerBlock);
OSStatus AudioObjectRemovePropertyListenerBlock(AudioObjectID, const AudioObjectPropertyAddress *,
                                                dispatch_queue_t, AudioObjectPropertyListenerBlock);
}
