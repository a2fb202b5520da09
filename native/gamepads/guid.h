#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace guildhall {

// What kind of device a pad is, as SDL's database of game controllers names it: eight 16-bit words, written
// little endian. Bus, checksum of the name, vendor, 0, product, 0, version, driver; or, where the device
// tells no vendor, bus, checksum and the first twelve bytes of its name.
using Guid = std::array<std::uint8_t, 16>;

// The system's numbers for a device.
struct DeviceNumbers {
  std::uint16_t bus = 0;
  std::uint16_t vendor = 0;
  std::uint16_t product = 0;
  std::uint16_t version = 0;
};

constexpr std::uint16_t kUsbBus = 3;
constexpr std::uint16_t kBluetoothBus = 5;

// The checksum is left out: lines of the database mostly do without. `ChecksumOfName` gives it.
Guid MakeGuid(const DeviceNumbers& numbers, std::string_view name);

// 32 hexadecimal digits in either case; nothing for any other text.
std::optional<Guid> ParseGuid(std::string_view text);

std::string FormatGuid(const Guid& guid);

// The checksum of a device's name: CRC-16 with the reversed polynomial 0xA001, beginning with 0.
std::uint16_t ChecksumOfName(std::string_view name);

// The checksum in a guid; 0 if it has none.
std::uint16_t ChecksumIn(const Guid& guid);

// Whether both name the same kind of device; checksums and drivers do not count, and versions only if asked
// for.
bool SameDevice(const Guid& one, const Guid& other, bool compare_versions);

}  // namespace guildhall
