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

}  // namespace

class AudioEndpointWatcher::Implementation {
 public:
  explicit Implementation(OnChange on_change) : on_change_(std::move(on_change)) {
    queue_ = dispatch_queue_create("guildhall.audio-endpoint-watcher", DISPATCH_QUEUE_SERIAL);
    const OnChange* report = &on_change_;
    block_ = ^(UInt32, const AudioObjectPropertyAddress*) {
      (*report)();
    };
  }

  ~Implementation() {
    for (const AudioObjectPropertySelector selector : kWatched) {
      const AudioObjectPropertyAddress address = Address(selector);
      AudioObjectRemovePropertyListenerBlock(kAudioObjectSystemObject, &address, queue_, block_);
    }
    // A call under way ends before this does.
    dispatch_sync(queue_, ^{
                  });
  }

  StartStatus Start() {
    for (const AudioObjectPropertySelector selector : kWatched) {
      const AudioObjectPropertyAddress address = Address(selector);
      const OSStatus added =
          AudioObjectAddPropertyListenerBlock(kAudioObjectSystemObject, &address, queue_, block_);
      if (added != noErr) return StartStatus::kUnavailable;
    }
    // What changed before it was watched was not reported.
    on_change_();
    return StartStatus::kStarted;
  }

 private:
  const OnChange on_change_;
  dispatch_queue_t queue_;
  AudioObjectPropertyListenerBlock block_;
};

AudioEndpointWatcher::AudioEndpointWatcher(OnChange on_change)
    : implementation_(std::make_unique<Implementation>(std::move(on_change))) {}

AudioEndpointWatcher::~AudioEndpointWatcher() = default;

StartStatus AudioEndpointWatcher::Start() { return implementation_->Start(); }

}  // namespace guildhall
