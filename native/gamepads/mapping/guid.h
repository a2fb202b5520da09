#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace guildhall {

// The kind of a device in SDL's database of game controllers: eight 16-bit words, little endian. Bus,
// checksum of the name, vendor, 0, product, 0, version, driver; or, if the device has no vendor, bus,
// checksum and the first twelve bytes of its name.
using Guid = std::array<std::uint8_t, 16>;

// The system's identifiers of a device.
struct DeviceNumbers {
  std::uint16_t bus = 0;
  std::uint16_t vendor = 0;
  std::uint16_t product = 0;
  std::uint16_t version = 0;
};

constexpr std::uint16_t kUsbBus = 3;
constexpr std::uint16_t kBluetoothBus = 5;

// Without the checksum, which most lines of the database omit. `ChecksumOfName` computes it.
Guid MakeGuid(const DeviceNumbers& numbers, std::string_view name);

// 32 hexadecimal digits in either case; nothing for any other text.
std::optional<Guid> ParseGuid(std::string_view text);

std::string FormatGuid(const Guid& guid);

// The checksum of a device's name: CRC-16 with the reversed polynomial 0xA001 and the initial value 0.
std::uint16_t ChecksumOfName(std::string_view name);

// The checksum in a guid; 0 if it has none.
std::uint16_t ChecksumIn(const Guid& guid);

// Whether both describe the same kind of device; checksums and drivers are ignored, and versions unless
// requested.
bool SameDevice(const Guid& one, const Guid& other, bool compare_versions);

}  // namespace guildhall
