#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evdev/capabilities.h"

namespace guildhall {

// An input device as described by sysfs. Reading this opens no device, so it needs no permission.
struct DeviceInfo {
  // The node in /dev/input, e.g. "event3".
  std::string node;
  // A display name; empty if the device has none.
  std::string name;
  // BUS_USB (3), BUS_BLUETOOTH (5), ... of linux/input.h.
  uint16_t bus = 0;
  uint16_t vendor = 0;
  uint16_t product = 0;
  uint16_t version = 0;
  // A serial number or an address if the device has one; otherwise empty.
  std::string uniq;
  // The physical port, e.g. "usb-0000:00:14.0-3/input0"; may be empty.
  std::string phys;
  Capabilities has;
  DeviceKinds kinds;
};

// The path of a node, e.g. "/dev/input/event3".
std::string NodePath(const std::string& node);

// Whether this is the name of an event node, e.g. "event3".
bool IsEventNode(const std::string& name);

// The description of the device behind a node, from sysfs; none if the device does not exist.
std::optional<DeviceInfo> ReadDeviceInfo(const std::string& node);

// Why this process may not read the node (an errno, e.g. EACCES), without opening it; 0 if it may.
int DeniedError(const std::string& node);

// Whether this process may read the node; false also if it is gone.
inline bool MayRead(const std::string& node) { return DeniedError(node) == 0; }

// Whether an error of opening a node means that the device was removed, as opposed to a missing permission.
bool IsGone(int error);

// The number of descriptors needed to list nodes and read one description. With fewer, the list would be
// empty.
constexpr int kLookDescriptors = 3;

// The existing event nodes; empty if there is no /dev/input.
std::vector<std::string> ListEventNodes();

}  // namespace guildhall
