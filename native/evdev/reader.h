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

// What a reader tells. Called on the thread that starts the reader until that is done, then on the reader's
// own; never at once on two. A device's number is not used again within one reader.
class ReaderSink {
 public:
  virtual ~ReaderSink() = default;

  // A device is heard from now on. `opened` tells its axes' ranges, `state` what was down before.
  virtual void OnPlugged(int device, const DeviceInfo& info, OpenDevice& opened,
                         const DeviceState& state) = 0;

  // One event, or one that leads over events which the kernel had to drop.
  virtual void OnEvent(int device, const InputEvent& event) = 0;

  // It is no longer heard. What was down on it has not been released by events.
  virtual void OnUnplugged(int device) = 0;

  // A wanted device that may not be opened (an errno, e.g. EACCES). It is tried again when its permissions
  // change.
  virtual void OnRefused(const DeviceInfo& info, int error) = 0;
};

// Reads every device of some kinds, also those that are plugged in later, on a thread of its own. Holds
// devices open from `Start` to `Stop` only, and never grabs one.
class Reader {
 public:
  // `sink` outlives the reader.
  Reader(DeviceKinds kinds, Wanted wanted, ReaderSink& sink);
  // Stops it.
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Opens what is plugged in, and goes on from there. Once per reader.
  StartStatus Start();

  // Returns when every device is closed; nothing is told after that. Again: nothing.
  void Stop();

 private:
  struct Device {
    Device(std::string node_name, Wanted wanted) : node(std::move(node_name)), opened(node, wanted) {}
    std::string node;
    OpenDevice opened;
    EventFilter filter{DeviceState{}};
    AxisBits axes;
    // News of the node came while it was open: when this device is gone, another may have its name already.
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
  // Whether a wanted device could not be opened for lack of descriptors.
  bool is_exhausted_ = false;
  Thread thread_;
};

}  // namespace guildhall
