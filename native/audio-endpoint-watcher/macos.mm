// UNTESTED: written for macOS, neither compiled nor run there.
// Property listeners of CoreAudio.
#include <CoreAudio/CoreAudio.h>

#include <utility>

#include "audio-endpoint-watcher/audio_endpoint_watcher.h"

namespace guildhall {
namespace {

constexpr AudioObjectPropertySelector kWatched[] = {kAudioHardwarePropertyDevices,
                                                    kAudioHardwarePropertyDefaultInputDevice,
                                                    kAudioHardwarePropertyDefaultOutputDevice};

AudioObjectPropertyAddress Address(AudioObjectPropertySelector selector) {
  return {selector, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};
}

class CoreAudioWatcher : public EventSource {
 public:
  explicit CoreAudioWatcher(EndpointsChanged on_change) : on_change_(std::move(on_change)) {
    queue_ = dispatch_queue_create("guildhall.audio-endpoint-watcher", DISPATCH_QUEUE_SERIAL);
    const EndpointsChanged* report = &on_change_;
    block_ = ^(UInt32, const AudioObjectPropertyAddress*) {
      (*report)(true);
    };
  }

  ~CoreAudioWatcher() override {
    for (const AudioObjectPropertySelector selector : kWatched) {
      const AudioObjectPropertyAddress address = Address(selector);
      AudioObjectRemovePropertyListenerBlock(kAudioObjectSystemObject, &address, queue_, block_);
    }
    // Waits for a running callback.
    dispatch_sync(queue_, ^{
                  });
  }

  StartStatus Start() override {
    for (const AudioObjectPropertySelector selector : kWatched) {
      const AudioObjectPropertyAddress address = Address(selector);
      const OSStatus added =
          AudioObjectAddPropertyListenerBlock(kAudioObjectSystemObject, &address, queue_, block_);
      if (added != noErr) return StartStatus::kUnavailable;
    }
    // Changes before the start of the watch were not reported.
    on_change_(true);
    return StartStatus::kStarted;
  }

 private:
  const EndpointsChanged on_change_;
  dispatch_queue_t queue_;
  AudioObjectPropertyListenerBlock block_;
};

}  // namespace

std::unique_ptr<EventSource> WatchAudioEndpoints(EndpointsChanged on_change) {
  return std::make_unique<CoreAudioWatcher>(std::move(on_change));
}

}  // namespace guildhall
