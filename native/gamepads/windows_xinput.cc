#include "gamepads/windows_xinput.h"

#include <windows.h>

namespace guildhall {
namespace {

// It is a part of Windows and is searched only there: not next to the program, nor in its working directory.
HMODULE LoadXInput() {
  for (const wchar_t* name : {L"xinput1_4.dll", L"xinput1_3.dll", L"xinput9_1_0.dll"}) {
    const HMODULE library = LoadLibraryExW(name, nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32);
    if (library != nullptr) return library;
  }
  return nullptr;
}

}  // namespace

// XINPUT_STATE.
struct XInput::State {
  DWORD packet;
  WORD buttons;
  BYTE left_trigger;
  BYTE right_trigger;
  SHORT sticks[4];
  // Not written by the functions used here, but space for one that would write it.
  DWORD reserved;
};

// The library stays loaded: unloading it while a pad is read is not safe.
XInput::XInput() {
  const HMODULE library = LoadXInput();
  if (library == nullptr) return;
  // Ordinal 100 is a variant that also reports the guide button; the oldest version lacks it.
  constexpr WORD kGetStateWithGuide = 100;
  FARPROC function = GetProcAddress(library, MAKEINTRESOURCEA(kGetStateWithGuide));
  if (function == nullptr) function = GetProcAddress(library, "XInputGetState");
  get_state_ = reinterpret_cast<GetState>(reinterpret_cast<void*>(function));
}

std::optional<XInputControls> XInput::Read(int slot) const {
  State state{};
  if (!available() || get_state_(static_cast<DWORD>(slot), &state) != ERROR_SUCCESS) return std::nullopt;
  return XInputControls{state.buttons, state.left_trigger, state.right_trigger};
}

}  // namespace guildhall
