// UNTESTED: compiled for Windows, never run there.
#include "gamepads/windows_raw_input.h"

#include <utility>

namespace guildhall {
namespace {

bool Register(DWORD flags, HWND window) {
  constexpr USHORT kJoystick = 0x04, kGamepad = 0x05;
  const RAWINPUTDEVICE kinds[] = {{HID_USAGE_PAGE_GENERIC, kJoystick, flags, window},
                                  {HID_USAGE_PAGE_GENERIC, kGamepad, flags, window}};
  return RegisterRawInputDevices(kinds, 2, sizeof *kinds) != FALSE;
}

}  // namespace

RawInput::RawInput(const MappingDatabase& database, PadTable& pads, int first_pad,
                   std::function<void()> on_arrival)
    : database_(database),
      pads_(pads),
      next_pad_(first_pad),
      on_arrival_(std::move(on_arrival)),
      window_([this](UINT message, WPARAM first, LPARAM second) { Handle(message, first, second); }) {}

RawInput::~RawInput() {
  if (window_.get() != nullptr) Register(RIDEV_REMOVE, nullptr);
}

bool RawInput::Start() {
  // With this flag, the window is also notified of devices that are already connected.
  return window_.Open() && Register(RIDEV_INPUTSINK | RIDEV_DEVNOTIFY, window_.get());
}

void RawInput::Handle(UINT message, WPARAM first, LPARAM second) {
  if (message == WM_INPUT) Receive(reinterpret_cast<HRAWINPUT>(second));
  if (message != WM_INPUT_DEVICE_CHANGE) return;
  const HANDLE device = reinterpret_cast<HANDLE>(second);
  if (first == GIDC_ARRIVAL) {
    Arrive(device);
    on_arrival_();
  }
  if (first == GIDC_REMOVAL) Remove(device);
}

void RawInput::Arrive(HANDLE device) {
  if (devices_.count(device) != 0) return;
  std::optional<HidPad> pad = HidPad::Open(device);
  if (!pad) return;
  const int number = next_pad_++;
  // The initial state is unknown until the first report.
  pads_.Add(number, ButtonState(pad->MappingIn(database_)));
  devices_.emplace(device, Device{number, std::move(*pad)});
}

void RawInput::Remove(HANDLE device) {
  const auto found = devices_.find(device);
  if (found == devices_.end()) return;
  pads_.Remove(found->second.number);
  devices_.erase(found);
}

void RawInput::Receive(HRAWINPUT input) {
  UINT size = 0;
  GetRawInputData(input, RID_INPUT, nullptr, &size, sizeof(RAWINPUTHEADER));
  if (buffer_.size() < size) buffer_.resize(size);
  const UINT got = GetRawInputData(input, RID_INPUT, buffer_.data(), &size, sizeof(RAWINPUTHEADER));
  if (got == static_cast<UINT>(-1) || got < sizeof(RAWINPUTHEADER)) return;
  RAWINPUT& raw = *reinterpret_cast<RAWINPUT*>(buffer_.data());
  const auto found = devices_.find(raw.header.hDevice);
  if (raw.header.dwType != RIM_TYPEHID || found == devices_.end()) return;
  auto& [number, pad] = found->second;
  ButtonState* const state = pads_.Find(number);
  if (state == nullptr) return;
  for (DWORD index = 0; index < raw.data.hid.dwCount; ++index) {
    BYTE* const report = raw.data.hid.bRawData + index * raw.data.hid.dwSizeHid;
    pad.Apply(*state, reinterpret_cast<char*>(report), raw.data.hid.dwSizeHid);
    pads_.Report(number);
  }
}

}  // namespace guildhall
