#include "keyboard-layout/x_layout.h"

#include "dynamic-library/dynamic_library.h"

namespace guildhall {
namespace {

// The part of Xlib's stable ABI (libX11.so.6) that is used here.
struct Display;
struct XkbState {
  unsigned char group;
  unsigned char locked_group;
  unsigned short base_group;
  unsigned short latched_group;
  unsigned char modifiers[5];
  unsigned char grab_modifiers[4];
  unsigned short pointer_buttons;
};
constexpr unsigned int kCoreKeyboard = 0x0100;
constexpr unsigned long kString = 31;
// In units of four bytes.
constexpr long kLongest = 1024;

struct LibX11 {
  DynamicLibrary library{"libX11.so.6"};
  Display* (*open_display)(const char* name);
  int (*close_display)(Display*);
  unsigned long (*intern_atom)(Display*, const char* name, int only_if_exists);
  unsigned long (*root_window)(Display*);
  int (*get_property)(Display*, unsigned long window, unsigned long property, long offset, long length,
                      int remove, unsigned long wanted_type, unsigned long* type, int* format,
                      unsigned long* count, unsigned long* left, unsigned char** value);
  int (*free)(void*);
  int (*get_state)(Display*, unsigned int device, XkbState*);

  LibX11() {
    library.Load(open_display, "XOpenDisplay");
    library.Load(close_display, "XCloseDisplay");
    library.Load(intern_atom, "XInternAtom");
    library.Load(root_window, "XDefaultRootWindow");
    library.Load(get_property, "XGetWindowProperty");
    library.Load(free, "XFree");
    library.Load(get_state, "XkbGetState");
  }
};

// The value of the root window's property, or nothing.
std::string ReadRootProperty(const LibX11& x11, Display* display, const char* name) {
  const unsigned long property = x11.intern_atom(display, name, 1);
  if (property == 0) return "";
  unsigned long type = 0, count = 0, left = 0;
  int format = 0;
  unsigned char* value = nullptr;
  x11.get_property(display, x11.root_window(display), property, 0, kLongest, 0, kString, &type, &format,
                   &count, &left, &value);
  const bool is_text = value != nullptr && type == kString && format == 8;
  const std::string text = is_text ? std::string(reinterpret_cast<char*>(value), count) : "";
  if (value != nullptr) x11.free(value);
  return text;
}

}  // namespace

std::optional<XkbNames> ReadXLayout() {
  const LibX11* library = LoadFunctions<LibX11>();
  if (library == nullptr) return std::nullopt;
  const LibX11& x11 = *library;
  Display* display = x11.open_display(nullptr);
  if (display == nullptr) return std::nullopt;
  // Five zero-terminated texts.
  const std::string text = ReadRootProperty(x11, display, "_XKB_RULES_NAMES");
  XkbNames names;
  size_t from = 0;
  for (std::string* part : {&names.rules, &names.model, &names.layout, &names.variant, &names.options}) {
    if (from >= text.size()) break;
    const size_t end = text.find('\0', from);
    *part = text.substr(from, end == std::string::npos ? end : end - from);
    from = end == std::string::npos ? text.size() : end + 1;
  }
  XkbState state{};
  if (x11.get_state(display, kCoreKeyboard, &state) == 0) names.group = state.group;
  x11.close_display(display);
  if (names.layout.empty()) return std::nullopt;
  return names;
}

}  // namespace guildhall
