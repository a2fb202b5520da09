// UNTESTED: written for macOS, neither compiled nor run there. Pads of IOKit's HID manager, on a thread with
// its own run loop.
#include "gamepads/gamepads.h"

#include <CoreFoundation/CoreFoundation.h>
#include <IOKit/hid/IOHIDLib.h>

#include <future>
#include <map>
#include <utility>
#include <vector>

#include "gamepads/macos_hid_pad.h"
#include "gamepads/pad_table.h"
#include "thread/thread.h"

namespace guildhall {
namespace {

// A manager for gamepads and joysticks only.
class Manager {
 public:
  Manager() : manager_(IOHIDManagerCreate(nullptr, kIOHIDOptionsTypeNone)) {
    const CFArrayRef matching = CopyPadMatching();
    IOHIDManagerSetDeviceMatchingMultiple(manager_, matching);
    CFRelease(matching);
  }
  ~Manager() { CFRelease(manager_); }
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  IOHIDManagerRef get() const { return manager_; }

 private:
  const IOHIDManagerRef manager_;
};

}  // namespace

const char kMappingPlatform[] = "Mac OS X";

std::optional<std::vector<Gamepad>> ListGamepads(const MappingDatabase& database) {
  const Manager manager;
  const CFSetRef devices = IOHIDManagerCopyDevices(manager.get());
  if (devices == nullptr) return std::vector<Gamepad>();
  std::vector<const void*> values(static_cast<std::size_t>(CFSetGetCount(devices)));
  CFSetGetValues(devices, values.data());
  std::vector<Gamepad> gamepads;
  for (const void* value : values) {
    const HidPad pad(static_cast<IOHIDDeviceRef>(const_cast<void*>(value)));
    gamepads.push_back({pad.Identity(), pad.Name(), FormatGuid(pad.guid()), pad.OriginIn(database), true});
  }
  CFRelease(devices);
  return gamepads;
}

namespace {

class HidManagerListener : public EventSource {
 public:
  HidManagerListener(std::shared_ptr<const MappingDatabase> database, OnGamepadButton on_button)
      : database_(std::move(database)), pads_(std::move(on_button)) {}

  ~HidManagerListener() override {
    // A source and not CFRunLoopStop, which has no effect on a loop that has not started yet.
    if (stop_ != nullptr) {
      CFRunLoopSourceSignal(stop_);
      CFRunLoopWakeUp(loop_);
    }
    thread_.Join();
  }

  StartStatus Start() override {
    std::promise<bool> started;
    std::future<bool> result = started.get_future();
    if (!thread_.Start([this, &started] { Run(started); })) return StartStatus::kOutOfThreads;
    return result.get() ? StartStatus::kStarted : StartStatus::kUnavailable;
  }

 private:
  struct Device {
    int number;
    HidPad pad;
  };

  void Run(std::promise<bool>& started) {
    const Manager manager;
    IOHIDManagerRegisterDeviceMatchingCallback(manager.get(), OnPlugged, this);
    IOHIDManagerRegisterDeviceRemovalCallback(manager.get(), OnUnplugged, this);
    IOHIDManagerRegisterInputValueCallback(manager.get(), OnValue, this);
    loop_ = CFRunLoopGetCurrent();
    CFRunLoopSourceContext context{};
    context.perform = [](void*) { CFRunLoopStop(CFRunLoopGetCurrent()); };
    const CFRunLoopSourceRef stop = CFRunLoopSourceCreate(nullptr, 0, &context);
    CFRunLoopAddSource(loop_, stop, kCFRunLoopDefaultMode);
    IOHIDManagerScheduleWithRunLoop(manager.get(), loop_, kCFRunLoopDefaultMode);
    const IOReturn opened = IOHIDManagerOpen(manager.get(), kIOHIDOptionsTypeNone);
    if (opened == kIOReturnSuccess) {
      stop_ = stop;
      started.set_value(true);
      CFRunLoopRun();
      IOHIDManagerClose(manager.get(), kIOHIDOptionsTypeNone);
    } else {
      // Without the person's permission (System Settings, Privacy & Security, Input Monitoring) nothing can
      // be read.
      started.set_value(false);
    }
    IOHIDManagerUnscheduleFromRunLoop(manager.get(), loop_, kCFRunLoopDefaultMode);
    CFRunLoopRemoveSource(loop_, stop, kCFRunLoopDefaultMode);
    CFRelease(stop);
  }

  static void OnPlugged(void* self, IOReturn, void*, IOHIDDeviceRef device) {
    static_cast<HidManagerListener*>(self)->Plug(device);
  }

  static void OnUnplugged(void* self, IOReturn, void*, IOHIDDeviceRef device) {
    static_cast<HidManagerListener*>(self)->Unplug(device);
  }

  static void OnValue(void* self, IOReturn, void*, IOHIDValueRef value) {
    static_cast<HidManagerListener*>(self)->Receive(value);
  }

  void Plug(IOHIDDeviceRef device) {
    if (devices_.count(device) != 0) return;
    const int number = next_number_++;
    HidPad pad(device);
    ButtonState state(pad.MappingIn(*database_));
    pad.ApplyAll(state);
    pads_.Add(number, std::move(state));
    devices_.emplace(device, Device{number, std::move(pad)});
  }

  void Unplug(IOHIDDeviceRef device) {
    const auto found = devices_.find(device);
    if (found == devices_.end()) return;
    pads_.Remove(found->second.number);
    devices_.erase(found);
  }

  void Receive(IOHIDValueRef value) {
    const auto found = devices_.find(IOHIDElementGetDevice(IOHIDValueGetElement(value)));
    if (found == devices_.end()) return;
    const auto& [number, pad] = found->second;
    ButtonState* const state = pads_.Find(number);
    if (state == nullptr) return;
    pad.Apply(*state, value);
    pads_.Report(number);
  }

  const std::shared_ptr<const MappingDatabase> database_;
  PadTable pads_;
  std::map<IOHIDDeviceRef, Device> devices_;
  int next_number_ = 0;
  // Both belong to the thread; they exist after the end of `Start`.
  CFRunLoopRef loop_ = nullptr;
  CFRunLoopSourceRef stop_ = nullptr;
  Thread thread_;
};

}  // namespace

std::unique_ptr<EventSource> ListenToGamepads(std::shared_ptr<const MappingDatabase> database,
                                              OnGamepadButton on_button) {
  return std::make_unique<HidManagerListener>(std::move(database), std::move(on_button));
}

}  // namespace guildhall
