// A stand-in for XInput: a gamepad is in its first slot while C:\gamepad exists, and its button A is down while C:\gamepad-a does.
#include <string.h>
#include <windows.h>

static int Exists(const char* path) { return GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES; }

// `state`: an XINPUT_STATE.
__declspec(dllexport) DWORD WINAPI XInputGetState(DWORD slot, void* state) {
  const WORD button_a = 0x1000;
  if (slot != 0 || !Exists("C:\\gamepad")) return ERROR_DEVICE_NOT_CONNECTED;
  memset(state, 0, 16);
  if (Exists("C:\\gamepad-a")) memcpy((char*)state + 4, &button_a, sizeof button_a);
  return ERROR_SUCCESS;
}
