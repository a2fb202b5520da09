// UNTESTED: written for macOS, neither compiled nor run there.
// Matching notifications of IOKit about HID devices.
#include <IOKit/IOKitLib.h>
#include <IOKit/hid/IOHIDKeys.h>

#include <utility>

#include "hid-device-watcher/hid_device_watcher.h"

namespace guildhall {
namespace {

// A notification comes again only after its iterator has been read to its end.
void Drain(io_iterator_t services) {
  while (const io_object_t service = IOIteratorNext(services)) IOObjectRelease(service);
}

}  // namespace

class HidDeviceWatcher::Implementation {
 public:
  explicit Implementation(OnChange on_change) : on_change_(std::move(on_change)) {
    queue_ = dispatch_queue_create("guildhall.hid-device-watcher", DISPATCH_QUEUE_SERIAL);
  }

  ~Implementation() {
    if (port_ == nullptr) return;
    IONotificationPortDestroy(port_);
    // A call under way ends before this does.
    dispatch_sync(queue_, ^{
                  });
    for (const io_iterator_t services : {arrived_, gone_}) {
      if (services != IO_OBJECT_NULL) IOObjectRelease(services);
    }
  }

  StartStatus Start() {
    port_ = IONotificationPortCreate(kIOMainPortDefault);
    if (port_ == nullptr) return StartStatus::kUnavailable;
    IONotificationPortSetDispatchQueue(port_, queue_);
    if (!Watch(kIOFirstMatchNotification, &arrived_) || !Watch(kIOTerminatedNotification, &gone_)) {
      return StartStatus::kUnavailable;
    }
    // What changed before it was watched was not reported.
    on_change_();
    return StartStatus::kStarted;
  }

 private:
  bool Watch(const char* kind, io_iterator_t* services) {
    const kern_return_t added = IOServiceAddMatchingNotification(
        port_, kind, IOServiceMatching(kIOHIDDeviceKey), OnServices, this, services);
    if (added != KERN_SUCCESS) return false;
    // On the queue, so that it is never drained on two threads.
    const io_iterator_t first = *services;
    dispatch_sync(queue_, ^{
      Drain(first);
    });
    return true;
  }

  static void OnServices(void* self, io_iterator_t services) {
    Drain(services);
    static_cast<Implementation*>(self)->on_change_();
  }

  const OnChange on_change_;
  dispatch_queue_t queue_;
  IONotificationPortRef port_ = nullptr;
  io_iterator_t arrived_ = IO_OBJECT_NULL;
  io_iterator_t gone_ = IO_OBJECT_NULL;
};

HidDeviceWatcher::HidDeviceWatcher(OnChange on_change)
    : implementation_(std::make_unique<Implementation>(std::move(on_change))) {}

HidDeviceWatcher::~HidDeviceWatcher() = default;

StartStatus HidDeviceWatcher::Start() { return implementation_->Start(); }

}  // namespace guildhall
