// send-input WORD…: presses what is named and releases it in reverse order: F5, CTRL, SHIFT, X1 and X2 (buttons of the mouse), and
// SC15 (the key with this scan code).
// "hold MS" keeps it pressed for so long.
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static INPUT ToInput(const char* word, int is_up) {
  INPUT input = {0};
  if (word[0] == 'X') {
    input.type = INPUT_MOUSE;
    input.mi.dwFlags = is_up ? MOUSEEVENTF_XUP : MOUSEEVENTF_XDOWN;
    input.mi.mouseData = word[1] == '1' ? XBUTTON1 : XBUTTON2;
    return input;
  }
  input.type = INPUT_KEYBOARD;
  if (strncmp(word, "SC", 2) == 0) {
    input.ki.wScan = (WORD)strtol(word + 2, NULL, 16);
    input.ki.dwFlags = KEYEVENTF_SCANCODE | (is_up ? KEYEVENTF_KEYUP : 0);
    return input;
  }
  if (strcmp(word, "CTRL") == 0) input.ki.wVk = VK_LCONTROL;
  if (strcmp(word, "SHIFT") == 0) input.ki.wVk = VK_LSHIFT;
  if (word[0] == 'F') input.ki.wVk = (WORD)(VK_F1 + atoi(word + 1) - 1);
  input.ki.wScan = (WORD)MapVirtualKeyW(input.ki.wVk, MAPVK_VK_TO_VSC);
  input.ki.dwFlags = is_up ? KEYEVENTF_KEYUP : 0;
  return input;
}

int main(int count, char** words) {
  DWORD held = 50;
  int last = count;
  if (count > 3 && strcmp(words[count - 2], "hold") == 0) {
    held = (DWORD)atoi(words[count - 1]);
    last = count - 2;
  }
  for (int index = 1; index < last; ++index) {
    INPUT input = ToInput(words[index], 0);
    SendInput(1, &input, sizeof input);
  }
  Sleep(held);
  for (int index = last - 1; index > 0; --index) {
    INPUT input = ToInput(words[index], 1);
    SendInput(1, &input, sizeof input);
  }
  return 0;
}
