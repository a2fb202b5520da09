#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace guildhall {

// What the system knows of the reports of HID devices. `path`: as hidapi names them.

// The report descriptor of a device; empty if the system does not provide it, as always on Windows.
std::vector<uint8_t> ReadReportDescriptor(const std::string& path);

// A button in the input reports of a device. Windows parses the descriptor of a device itself.
class HidButton {
 public:
  virtual ~HidButton() = default;
  // Whether it is down in a report as hidapi reads it; nothing if the report does not contain it.
  virtual std::optional<bool> IsHeld(const uint8_t* report, size_t size) const = 0;
};

// Null if the device has no such button or is unknown, and always on macOS.
std::unique_ptr<HidButton> FindHidButton(const std::string& path, uint16_t usage_page, uint16_t usage);

// The physical device that it is a part of, in the format of `AudioEndpoint::place`; empty if it is unknown,
// as always on macOS.
std::string PlaceOfHidDevice(const std::string& path);

}  // namespace guildhall
