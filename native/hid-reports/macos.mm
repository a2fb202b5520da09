// UNTESTED: compiled for macOS, never run there.
#include <IOKit/IOKitLib.h>
#include <IOKit/hid/IOHIDKeys.h>

#include <cstdlib>

#include "hid-reports/hid_reports.h"

namespace guildhall {
namespace {

// What hidapi puts before the number of a device in the registry.
constexpr char kPrefix[] = "DevSrvsID:";

}  // namespace

std::vector<uint8_t> ReadReportDescriptor(const std::string& path) {
  if (path.rfind(kPrefix, 0) != 0) return {};
  const uint64_t number = std::strtoull(path.c_str() + sizeof kPrefix - 1, nullptr, 10);
  // Releases the dictionary. The main port; its constant has had this name only since macOS 12.
  const io_object_t service = IOServiceGetMatchingService(MACH_PORT_NULL, IORegistryEntryIDMatching(number));
  if (service == IO_OBJECT_NULL) return {};
  const CFTypeRef value =
      IORegistryEntryCreateCFProperty(service, CFSTR(kIOHIDReportDescriptorKey), nullptr, 0);
  IOObjectRelease(service);
  if (value == nullptr) return {};
  std::vector<uint8_t> descriptor;
  if (CFGetTypeID(value) == CFDataGetTypeID()) {
    const auto data = static_cast<CFDataRef>(value);
    const uint8_t* const bytes = CFDataGetBytePtr(data);
    descriptor.assign(bytes, bytes + CFDataGetLength(data));
  }
  CFRelease(value);
  return descriptor;
}

std::unique_ptr<HidButton> FindHidButton(const std::string&, uint16_t, uint16_t) { return nullptr; }

std::string PlaceOfHidDevice(const std::string&) { return ""; }

}  // namespace guildhall
