#include <cstdlib>

#include "dynamic-library/dynamic_library.h"
#include "x-display/x_display.h"

namespace guildhall {
namespace {

struct Display;

struct LibX11 {
  DynamicLibrary library{"libX11.so.6"};
  Display* (*open_display)(const char* name);
  int (*close_display)(Display*);
  int (*query_extension)(Display*, const char* name, int* opcode, int* event, int* error);

  LibX11() {
    library.Load(open_display, "XOpenDisplay");
    library.Load(close_display, "XCloseDisplay");
    library.Load(query_extension, "XQueryExtension");
  }
};

}  // namespace

XDisplayProbe ProbeXDisplay() {
  std::string missing;
  const LibX11* x11 = LoadFunctions<LibX11>(&missing);
  if (x11 == nullptr) return {XDisplayState::kMissingLibrary, missing};
  Display* display = x11->open_display(nullptr);
  if (display == nullptr) {
    const char* name = std::getenv("DISPLAY");
    return {XDisplayState::kUnreachable, name == nullptr ? "" : name};
  }
  int opcode = 0, event = 0, error = 0;
  const bool records = x11->query_extension(display, "RECORD", &opcode, &event, &error) != 0;
  x11->close_display(display);
  if (!records) return {XDisplayState::kLacksRecord, "the X server lacks the RECORD extension"};
  return {XDisplayState::kUsable, ""};
}

}  // namespace guildhall
