// UNTESTED: written for macOS, neither compiled nor run there.
// Property listeners of CoreAudio.
#include <CoreAudio/CoreAudio.h>

#include "audio-endpoint-watch/audio_endpoint_watch.h"

namespace guildhall {
namespace {

constexpr AudioObjectPropertySelector kWatched[] = {kAudioHardwarePropertyDevices,
                                                    kAudioHardwarePropertyDefaultInputDevice,
                                                    kAudioHardwarePropertyDefaultOutputDevice};

AudioObjectPropertyAddress Address(AudioObjectPropertySelector selector) {
  return {selector, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};
}

class CoreAudioWatch : public AudioEndpointWatch {
 public:
  explicit CoreAudioWatch(std::function<void()> changed) : changed_(std::move(changed)) {
    queue_ = dispatch_queue_create("guildhall.audio-endpoint-watch", DISPATCH_QUEUE_SERIAL);
    const std::function<void()>* tell = &changed_;
    block_ = ^(UInt32, const AudioObjectPropertyAddress*) {
      (*tell)();
    };
    for (const AudioObjectPropertySelector selector : kWatched) {
      const AudioObjectPropertyAddress address = Address(selector);
      AudioObjectAddPropertyListenerBlock(kAudioObjectSystemObject, &address, queue_, block_);
    }
  }

  ~CoreAudioWatch() override {
    for (const AudioObjectPropertySelector selector : kWatched) {
      const AudioObjectPropertyAddress address = Address(selector);
      AudioObjectRemovePropertyListenerBlock(kAudioObjectSystemObject, &address, queue_, block_);
    }
    // A call under way ends before this does.
    dispatch_sync(queue_, ^{
                  });
  }

 private:
  const std::function<void()> changed_;
  dispatch_queue_t queue_;
  AudioObjectPropertyListenerBlock block_;
};

}  // namespace

std::unique_ptr<AudioEndpointWatch> WatchAudioEndpoints(std::function<void()> changed) {
  return std::make_unique<CoreAudioWatch>(std::move(changed));
}

}  // namespace guildhall
