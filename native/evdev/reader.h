#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "evdev/device_info.h"
#include "evdev/device_watch.h"
#include "evdev/event_filter.h"
#include "evdev/open_device.h"
#include "listening/event_source.h"
#include "thread/thread.h"

namespace guildhall {

// Receives events from a reader. Called on the thread that starts the reader until the start is done, then on
// the reader's thread; never concurrently. A device's number is not reused within one reader.
class ReaderSink {
 public:
  virtual ~ReaderSink() = default;

  // A device was opened. `opened` has its axes' ranges, `state` its initial state.
  virtual void OnPlugged(int device, const DeviceInfo& info, OpenDevice& opened,
                         const DeviceState& state) = 0;

  // An event, or one that replaces events dropped by the kernel.
  virtual void OnEvent(int device, const InputEvent& event) = 0;

  // A device was closed. No release events were emitted for its pressed keys.
  virtual void OnUnplugged(int device) = 0;

  // A wanted device cannot be opened (an errno, e.g. EACCES). It is tried again when its permissions change.
  virtual void OnRefused(const DeviceInfo& info, int error) = 0;
};

// Reads every device of some kinds, including those that are connected later, on a separate thread. Devices
// are open only from `Start` to `Stop` and are never grabbed.
class Reader {
 public:
  // `sink` must outlive the reader.
  Reader(DeviceKinds kinds, Wanted wanted, ReaderSink& sink);
  // Stops it.
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Opens the connected devices and starts reading. Call it once.
  StartStatus Start();

  // Returns when every device is closed; nothing is reported after that. Further calls have no effect.
  void Stop();

 private:
  struct Device {
    Device(std::string node_name, Wanted wanted) : node(std::move(node_name)), opened(node, wanted) {}
    std::string node;
    OpenDevice opened;
    EventFilter filter{DeviceState{}};
    AxisBits axes;
    // The node changed while it was open: when this device is closed, its name may already belong to another
    // one.
    bool look_again = false;
  };

  bool Watch(int fd, int64_t key);
  StartStatus Prepare();
  void Run();
  void LookAt(const std::string& node);
  void LookAt(const NodeHints& hints);
  void Open(const DeviceInfo& info);
  void Close(int number);
  void Read(int number, bool hung_up);

  const DeviceKinds kinds_;
  const Wanted wanted_;
  ReaderSink& sink_;
  int epoll_ = -1;
  int stop_ = -1;
  std::unique_ptr<DeviceWatch> watch_;
  std::map<int, std::unique_ptr<Device>> devices_;
  std::map<std::string, int> by_node_;
  int next_number_ = 0;
  // Whether a wanted device could not be opened because the process has no descriptors left.
  bool is_exhausted_ = false;
  Thread thread_;
};

}  // namespace guildhall
