// UNTESTED: compiled for Windows, never run there with a device.
// clang-format off
#include <windows.h>
extern "C" {
#include <hidsdi.h>
}
// clang-format on

#include <algorithm>

#include "hid-reports/hid_reports.h"
#include "windows/device_place.h"
#include "windows/process.h"
#include "windows/text.h"

namespace guildhall {
namespace {

// The report descriptor of a device, as Windows parses it.
class ParsedDescriptor {
 public:
  explicit ParsedDescriptor(HANDLE device) {
    if (!HidD_GetPreparsedData(device, &data_)) data_ = nullptr;
  }
  ~ParsedDescriptor() {
    if (data_ != nullptr) HidD_FreePreparsedData(data_);
  }
  ParsedDescriptor(const ParsedDescriptor&) = delete;
  ParsedDescriptor& operator=(const ParsedDescriptor&) = delete;
  // Null if Windows refused it.
  PHIDP_PREPARSED_DATA get() const { return data_; }

 private:
  PHIDP_PREPARSED_DATA data_ = nullptr;
};

class WindowsHidButton : public HidButton {
 public:
  WindowsHidButton(HANDLE device, USAGE page, USAGE usage)
      : descriptor_(device), page_(page), usage_(usage) {}

  // Whether the device has it.
  bool Find() {
    HIDP_CAPS caps{};
    if (descriptor_.get() == nullptr || HidP_GetCaps(descriptor_.get(), &caps) != HIDP_STATUS_SUCCESS) {
      return false;
    }
    report_bytes_ = caps.InputReportByteLength;
    usages_ = HidP_MaxUsageListLength(HidP_Input, page_, descriptor_.get());
    USHORT count = caps.NumberInputButtonCaps;
    std::vector<HIDP_BUTTON_CAPS> found(count);
    if (count == 0 || HidP_GetSpecificButtonCaps(HidP_Input, page_, 0, usage_, found.data(), &count,
                                                 descriptor_.get()) != HIDP_STATUS_SUCCESS) {
      return false;
    }
    for (USHORT index = 0; index < count; ++index) reports_.push_back(found[index].ReportID);
    return !reports_.empty();
  }

  std::optional<bool> IsHeld(const uint8_t* report, size_t size) const override {
    // Reports of Windows always begin with a report id, and all have the same length. hidapi removes the id
    // 0.
    const bool is_numbered = reports_.front() != 0;
    std::vector<char> full(report_bytes_);
    const size_t begin = is_numbered ? 0 : 1;
    if (size == 0 || full.size() < begin) return std::nullopt;
    std::copy_n(report, std::min(size, full.size() - begin), full.begin() + static_cast<ptrdiff_t>(begin));
    const auto number = static_cast<UCHAR>(full[0]);
    if (std::find(reports_.begin(), reports_.end(), number) == reports_.end()) return std::nullopt;
    std::vector<USAGE> held(usages_);
    ULONG count = usages_;
    if (HidP_GetUsages(HidP_Input, page_, 0, held.data(), &count, descriptor_.get(), full.data(),
                       static_cast<ULONG>(full.size())) != HIDP_STATUS_SUCCESS) {
      return std::nullopt;
    }
    held.resize(count);
    return std::find(held.begin(), held.end(), usage_) != held.end();
  }

 private:
  const ParsedDescriptor descriptor_;
  const USAGE page_;
  const USAGE usage_;
  size_t report_bytes_ = 0;
  // The most of its page that one report can contain.
  ULONG usages_ = 0;
  // The ids of the reports that contain it.
  std::vector<UCHAR> reports_;
};

}  // namespace

std::vector<uint8_t> ReadReportDescriptor(const std::string&) { return {}; }

std::unique_ptr<HidButton> FindHidButton(const std::string& path, uint16_t usage_page, uint16_t usage) {
  // Without access: only what the driver knows is read.
  const Handle device(CreateFileW(ToWide(path).c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                                  OPEN_EXISTING, 0, nullptr));
  if (!device.is_open()) return nullptr;
  auto button = std::make_unique<WindowsHidButton>(device.get(), usage_page, usage);
  return button->Find() ? std::move(button) : nullptr;
}

std::string PlaceOfHidDevice(const std::string& path) { return PlaceOfInterface(ToWide(path)); }

}  // namespace guildhall
