// UNTESTED: written for macOS, neither compiled nor run there.
// Matching notifications of IOKit about HID devices.
#include <IOKit/IOKitLib.h>
#include <IOKit/hid/IOHIDKeys.h>

#include <utility>

#include "hid-device-watcher/hid_device_watcher.h"

namespace guildhall {
namespace {

// A notification is repeated only after its iterator has been read to its end.
void Drain(io_iterator_t services) {
  while (const io_object_t service = IOIteratorNext(services)) IOObjectRelease(service);
}

class ServiceWatcher : public EventSource {
 public:
  explicit ServiceWatcher(std::function<void()> on_change) : on_change_(std::move(on_change)) {
    queue_ = dispatch_queue_create("guildhall.hid-device-watcher", DISPATCH_QUEUE_SERIAL);
  }

  ~ServiceWatcher() override {
    if (port_ == nullptr) return;
    IONotificationPortDestroy(port_);
    // Waits for a running callback.
    dispatch_sync(queue_, ^{
                  });
    for (const io_iterator_t services : {arrived_, gone_}) {
      if (services != IO_OBJECT_NULL) IOObjectRelease(services);
    }
  }

  StartStatus Start() override {
    // The main port; its constant has had this name only since macOS 12.
    port_ = IONotificationPortCreate(MACH_PORT_NULL);
    if (port_ == nullptr) return StartStatus::kUnavailable;
    IONotificationPortSetDispatchQueue(port_, queue_);
    if (!Watch(kIOFirstMatchNotification, &arrived_) || !Watch(kIOTerminatedNotification, &gone_)) {
      return StartStatus::kUnavailable;
    }
    // Changes before the start of the watch were not reported.
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
    static_cast<ServiceWatcher*>(self)->on_change_();
  }

  const std::function<void()> on_change_;
  dispatch_queue_t queue_;
  IONotificationPortRef port_ = nullptr;
  io_iterator_t arrived_ = IO_OBJECT_NULL;
  io_iterator_t gone_ = IO_OBJECT_NULL;
};

}  // namespace

std::unique_ptr<EventSource> WatchHidDevices(std::function<void()> on_change) {
  return std::make_unique<ServiceWatcher>(std::move(on_change));
}

}  // namespace guildhall
