#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evdev/capabilities.h"

namespace guildhall {

// An input device as sysfs tells it. Looking at it opens no device, so it needs no permission.
struct DeviceInfo {
  // Of the node in /dev/input, e.g. "event3".
  std::string node;
  // For people; empty where the device has none.
  std::string name;
  // BUS_USB (3), BUS_BLUETOOTH (5), ... of linux/input.h.
  uint16_t bus = 0;
  uint16_t vendor = 0;
  uint16_t product = 0;
  uint16_t version = 0;
  // A serial number or an address, where the device has one; else empty.
  std::string uniq;
  // Where it is plugged in, e.g. "usb-0000:00:14.0-3/input0"; may be empty.
  std::string phys;
  Capabilities has;
  DeviceKinds kinds;
};

// The path of a node, e.g. "/dev/input/event3".
std::string NodePath(const std::string& node);

// Whether this is the name of an event node, e.g. "event3".
bool IsEventNode(const std::string& name);

// What sysfs tells of the device behind a node; none if it is not (or no longer) there.
std::optional<DeviceInfo> ReadDeviceInfo(const std::string& node);

// Why this process may not read the node (an errno, e.g. EACCES), without opening it; 0 if it may.
int DeniedError(const std::string& node);

// Whether this process may read the node; false also if it is gone.
inline bool MayRead(const std::string& node) { return DeniedError(node) == 0; }

// Whether an error of opening a node says that the device is gone, rather than that it may not be read.
bool IsGone(int error);

// How many descriptors it takes to list nodes and look at one. Without them there would seem to be none.
constexpr int kLookDescriptors = 3;

// The event nodes that exist now; empty also where there is no /dev/input.
std::vector<std::string> ListEventNodes();

}  // namespace guildhall
