#include "windows-keys/windows_keys.h"

#include <utility>

#include "windows/text.h"

namespace guildhall {
namespace {

// Windows does not report which keyboard has a key that was down at the start.
constexpr int kUnknownDevice = 0;
constexpr uint16_t kLastScanCode = 0x7f;
constexpr uint16_t kPrefixes[] = {0, 0xe000};
// The virtual key of parts of a sequence that are not keys, e.g. the second half of Pause.
constexpr USHORT kNoKey = 0xff;

// The layout of the window with the focus, which may be of another program.
HKL ForegroundLayout() {
  const DWORD thread = GetWindowThreadProcessId(GetForegroundWindow(), nullptr);
  return GetKeyboardLayout(thread);
}

uint16_t ScanCodeOf(const RAWKEYBOARD& keyboard) {
  // A key that a program presses may have no scan code.
  if (keyboard.MakeCode == 0) {
    return static_cast<uint16_t>(MapVirtualKeyExW(keyboard.VKey, MAPVK_VK_TO_VSC_EX, ForegroundLayout()));
  }
  uint16_t prefix = 0;
  if ((keyboard.Flags & RI_KEY_E0) != 0) prefix = 0xe000;
  if ((keyboard.Flags & RI_KEY_E1) != 0) prefix = 0xe100;
  return static_cast<uint16_t>(prefix | keyboard.MakeCode);
}

}  // namespace

WindowsKeyListener::WindowsKeyListener(OnKey on_key) : on_key_(std::move(on_key)) {}

StartStatus WindowsKeyListener::Start() {
  return thread_.Start([this](HANDLE stop, const MessageThread::Ready& ready) {
    MessageWindow window(
        [this](UINT message, WPARAM first, LPARAM second) { Handle(message, first, second); });
    const bool is_started = window.Open() && Register(RIDEV_INPUTSINK | RIDEV_DEVNOTIFY, window.get());
    if (is_started) ReportHeld();
    ready(is_started);
    if (!is_started) return;
    while (!MessageThread::Dispatch(stop, INFINITE)) {
    }
    Register(RIDEV_REMOVE, nullptr);
  });
}

bool WindowsKeyListener::Register(DWORD flags, HWND window) const {
  constexpr USHORT kGenericPage = 0x01, kMouse = 0x02, kKeyboard = 0x06;
  const RAWINPUTDEVICE kinds[] = {{kGenericPage, kMouse, flags, window},
                                  {kGenericPage, kKeyboard, flags, window}};
  return RegisterRawInputDevices(kinds, 2, sizeof *kinds) != FALSE;
}

void WindowsKeyListener::ReportHeld() {
  const HKL layout = ForegroundLayout();
  for (const uint16_t prefix : kPrefixes) {
    for (uint16_t code = 1; code <= kLastScanCode; ++code) {
      const auto scan_code = static_cast<uint16_t>(prefix | code);
      const UINT key = MapVirtualKeyExW(scan_code, MAPVK_VSC_TO_VK_EX, layout);
      const bool is_down = key != 0 && (GetAsyncKeyState(static_cast<int>(key)) & 0x8000) != 0;
      // Several scan codes may have one virtual key: the one that Windows maps it back to counts.
      if (!is_down || MapVirtualKeyExW(key, MAPVK_VK_TO_VSC_EX, layout) != scan_code) continue;
      if (held_.Press(kUnknownDevice, scan_code)) on_key_(false, scan_code, true, true);
    }
  }
}

void WindowsKeyListener::Handle(UINT message, WPARAM first, LPARAM second) {
  // The keys of an unplugged keyboard are released.
  if (message == WM_INPUT_DEVICE_CHANGE && first == GIDC_REMOVAL) {
    const HANDLE device = reinterpret_cast<HANDLE>(second);
    for (const uint16_t code : held_.Forget(NumberOf(device))) on_key_(false, code, false, false);
    devices_.erase(device);
  }
  if (message != WM_INPUT) return;
  RAWINPUT raw{};
  UINT size = sizeof raw;
  const UINT got =
      GetRawInputData(reinterpret_cast<HRAWINPUT>(second), RID_INPUT, &raw, &size, sizeof(RAWINPUTHEADER));
  if (got == static_cast<UINT>(-1)) return;
  if (raw.header.dwType == RIM_TYPEKEYBOARD) OnKeyboard(NumberOf(raw.header.hDevice), raw.data.keyboard);
  if (raw.header.dwType == RIM_TYPEMOUSE) OnMouse(raw.data.mouse);
}

int WindowsKeyListener::NumberOf(HANDLE device) {
  return devices_.emplace(device, ++last_device_).first->second;
}

void WindowsKeyListener::OnKeyboard(int device, const RAWKEYBOARD& keyboard) {
  // Larger codes are no keys: they report that too many are down at once.
  if (keyboard.VKey == kNoKey || keyboard.MakeCode >= KEYBOARD_OVERRUN_MAKE_CODE) return;
  const uint16_t code = ScanCodeOf(keyboard);
  if (code == 0) return;
  const bool down = (keyboard.Flags & RI_KEY_BREAK) == 0;
  const bool changed =
      down ? held_.Press(device, code) : held_.Release(device, code) || held_.Release(kUnknownDevice, code);
  if (changed) on_key_(false, code, down, false);
}

void WindowsKeyListener::OnMouse(const RAWMOUSE& mouse) {
  // For each button a bit for down and one for up.
  constexpr uint16_t kButtons = 5;
  for (uint16_t button = 0; button < kButtons; ++button) {
    const unsigned bits = mouse.usButtonFlags >> (2 * button);
    const auto number = static_cast<uint16_t>(button + 1);
    if ((bits & 1) != 0) on_key_(true, number, true, false);
    if ((bits & 2) != 0) on_key_(true, number, false, false);
  }
}

std::map<uint16_t, std::string> ReadForegroundLayout() {
  // Keeps a dead key pending that was just pressed.
  constexpr UINT kWithoutEffect = 1u << 2;
  const HKL layout = ForegroundLayout();
  const BYTE no_keys[256] = {};
  std::map<uint16_t, std::string> characters;
  for (uint16_t code = 1; code <= kLastScanCode; ++code) {
    const UINT key = MapVirtualKeyExW(code, MAPVK_VSC_TO_VK, layout);
    wchar_t text[8] = {};
    const int length = ToUnicodeEx(key, code, no_keys, text, 8, kWithoutEffect, layout);
    // Control characters and the space are not visible. The length is negative for a dead key.
    if (length == 0 || text[0] <= L' ' || text[0] == 0x7f) continue;
    characters[code] = ToUtf8(std::wstring(text, length < 0 ? 1 : static_cast<size_t>(length)));
  }
  return characters;
}

}  // namespace guildhall
