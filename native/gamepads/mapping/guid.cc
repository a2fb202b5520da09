#include "gamepads/mapping/guid.h"

#include <algorithm>

namespace guildhall {
namespace {

constexpr std::size_t kChecksum = 2;
constexpr std::size_t kName = 4;
constexpr std::size_t kVendor = 4;
constexpr std::size_t kAfterVendor = 6;
constexpr std::size_t kProduct = 8;
constexpr std::size_t kAfterProduct = 10;
constexpr std::size_t kVersion = 12;
constexpr std::size_t kDriver = 14;

std::uint16_t WordAt(const Guid& guid, std::size_t offset) {
  return static_cast<std::uint16_t>(guid[offset] | guid[offset + 1] << 8);
}

void PutWord(Guid& guid, std::size_t offset, std::uint16_t word) {
  guid[offset] = static_cast<std::uint8_t>(word & 0xff);
  guid[offset + 1] = static_cast<std::uint8_t>(word >> 8);
}

bool HasNumbers(const Guid& guid) {
  return WordAt(guid, kVendor) != 0 && WordAt(guid, kAfterVendor) == 0 && WordAt(guid, kAfterProduct) == 0;
}

int DigitOf(char character) {
  if (character >= '0' && character <= '9') return character - '0';
  if (character >= 'a' && character <= 'f') return character - 'a' + 10;
  if (character >= 'A' && character <= 'F') return character - 'A' + 10;
  return -1;
}

}  // namespace

Guid MakeGuid(const DeviceNumbers& numbers, std::string_view name) {
  Guid guid{};
  PutWord(guid, 0, numbers.bus);
  if (numbers.vendor != 0) {
    PutWord(guid, kVendor, numbers.vendor);
    PutWord(guid, kProduct, numbers.product);
    PutWord(guid, kVersion, numbers.version);
    return guid;
  }
  // A name that fills all bytes is still zero-terminated.
  const std::size_t length = std::min(name.size(), guid.size() - kName - 1);
  std::copy_n(name.begin(), length, guid.begin() + kName);
  return guid;
}

std::optional<Guid> ParseGuid(std::string_view text) {
  Guid guid{};
  if (text.size() != guid.size() * 2) return std::nullopt;
  for (std::size_t index = 0; index < guid.size(); ++index) {
    const int high = DigitOf(text[index * 2]);
    const int low = DigitOf(text[index * 2 + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    guid[index] = static_cast<std::uint8_t>(high << 4 | low);
  }
  return guid;
}

std::string FormatGuid(const Guid& guid) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : guid) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 0xf];
  }
  return text;
}

std::uint16_t ChecksumOfName(std::string_view name) {
  constexpr unsigned kPolynomial = 0xa001;
  unsigned checksum = 0;
  for (const char character : name) {
    checksum ^= static_cast<unsigned char>(character);
    for (int bit = 0; bit < 8; ++bit)
      checksum = (checksum & 1) != 0 ? checksum >> 1 ^ kPolynomial : checksum >> 1;
  }
  return static_cast<std::uint16_t>(checksum);
}

std::uint16_t ChecksumIn(const Guid& guid) { return WordAt(guid, kChecksum); }

bool SameDevice(const Guid& one, const Guid& other, bool compare_versions) {
  if (WordAt(one, 0) != WordAt(other, 0)) return false;
  if (!HasNumbers(one) || !HasNumbers(other)) {
    return std::equal(one.begin() + kName, one.end(), other.begin() + kName);
  }
  static_assert(kDriver == kVersion + 2);
  return WordAt(one, kVendor) == WordAt(other, kVendor) && WordAt(one, kProduct) == WordAt(other, kProduct) &&
         (!compare_versions || WordAt(one, kVersion) == WordAt(other, kVersion));
}

}  // namespace guildhall
