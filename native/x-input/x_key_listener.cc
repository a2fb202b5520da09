#include "x-input/x_key_listener.h"

#include <linux/input-event-codes.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "dynamic-library/dynamic_library.h"
#include "spare-descriptors/spare_descriptors.h"

namespace guildhall {

// The parts of the stable ABIs of Xlib (libX11.so.6) and libXi.so.6 that are used here.
struct XDisplayHandle;
struct XEventCookie {
  int type;
  unsigned long serial;
  int send_event;
  XDisplayHandle* display;
  int extension;
  int event_type;
  unsigned int cookie;
  void* data;
};
union XAnyEvent {
  int type;
  XEventCookie cookie;
  long padding[24];
};
struct XRawEvent {
  int type;
  unsigned long serial;
  int send_event;
  XDisplayHandle* display;
  int extension;
  int event_type;
  unsigned long time;
  int device;
  int source;
  int detail;
};
struct XEventMask {
  int device;
  int length;
  unsigned char* bits;
};

struct XInput {
  DynamicLibrary library{"libX11.so.6"};
  int (*init_threads)();
  XDisplayHandle* (*open_display)(const char* name);
  int (*close_display)(XDisplayHandle*);
  int (*connection_number)(XDisplayHandle*);
  unsigned long (*root_window)(XDisplayHandle*);
  int (*query_extension)(XDisplayHandle*, const char* name, int* opcode, int* event, int* error);
  unsigned char (*keysym_to_keycode)(XDisplayHandle*, unsigned long keysym);
  int (*query_keymap)(XDisplayHandle*, char keys[32]);
  int (*pending)(XDisplayHandle*);
  int (*next_event)(XDisplayHandle*, XAnyEvent*);
  int (*get_event_data)(XDisplayHandle*, XEventCookie*);
  void (*free_event_data)(XDisplayHandle*, XEventCookie*);
  void* (*set_io_error_handler)(int (*handler)(XDisplayHandle*));
  DynamicLibrary input{"libXi.so.6"};
  int (*query_version)(XDisplayHandle*, int* major, int* minor);
  int (*select_events)(XDisplayHandle*, unsigned long window, XEventMask*, int count);

  XInput() {
    library.Load(init_threads, "XInitThreads");
    library.Load(open_display, "XOpenDisplay");
    library.Load(close_display, "XCloseDisplay");
    library.Load(connection_number, "XConnectionNumber");
    library.Load(root_window, "XDefaultRootWindow");
    library.Load(query_extension, "XQueryExtension");
    library.Load(keysym_to_keycode, "XKeysymToKeycode");
    library.Load(query_keymap, "XQueryKeymap");
    library.Load(pending, "XPending");
    library.Load(next_event, "XNextEvent");
    library.Load(get_event_data, "XGetEventData");
    library.Load(free_event_data, "XFreeEventData");
    library.Load(set_io_error_handler, "XSetIOErrorHandler");
    input.Load(query_version, "XIQueryVersion");
    input.Load(select_events, "XISelectEvents");
    if (library.error().empty()) init_threads();
  }
};

namespace {

constexpr int kGenericEvent = 35;
constexpr int kAllMasterDevices = 1;
constexpr int kRawKeyPress = 13, kRawKeyRelease = 14, kRawButtonPress = 15, kRawButtonRelease = 16;
constexpr unsigned long kUpKeysym = 0xff52;
// X key codes are those of the kernel and this.
constexpr int kKeycodeOffset = 8;
// Holds the keys that were down at the start: the server does not tell on which keyboard. Devices of X have
// positive numbers.
constexpr int kSinceStart = -1;
// A display's socket and the end's eventfd.
constexpr int kDescriptors = 4;

const XInput* Load() {
  const XInput* x = LoadFunctions<XInput>();
  return x != nullptr && x->input.error().empty() ? x : nullptr;
}

// The opcode of the extension; 0 if it, or its version, or the codes of its keys are of no use here.
int OpcodeOf(const XInput& x, XDisplayHandle* display) {
  int opcode = 0, event = 0, error = 0;
  if (x.query_extension(display, "XInputExtension", &opcode, &event, &error) == 0) return 0;
  // From 2.1 on raw events are also reported while another program grabs the keyboard.
  int major = 2, minor = 1;
  if (x.query_version(display, &major, &minor) != 0 || (major == 2 && minor < 1)) return 0;
  // Servers that do not read the kernel's devices may number keys as the first PCs did.
  return x.keysym_to_keycode(display, kUpKeysym) == KEY_UP + kKeycodeOffset ? opcode : 0;
}

// Xlib does not let a program outlive its display; ending it without destructors spares the other threads.
int OnServerGone(XDisplayHandle*) {
  std::fputs("the X server ended\n", stderr);
  _exit(1);
}

// The kernel's code of a button; 0 if it is none of X's (1 left, 2 middle, 3 right, 4 to 7 the wheel, 8 and
// above further ones).
uint16_t CodeOfButton(int number) {
  switch (number) {
    case 1:
      return BTN_LEFT;
    case 2:
      return BTN_MIDDLE;
    case 3:
      return BTN_RIGHT;
    default:
      return number < 8 ? 0 : static_cast<uint16_t>(BTN_SIDE + number - 8);
  }
}

}  // namespace

bool HasXInput() {
  const XInput* x = Load();
  if (x == nullptr) return false;
  XDisplayHandle* display = x->open_display(nullptr);
  if (display == nullptr) return false;
  const bool usable = OpcodeOf(*x, display) != 0;
  x->close_display(display);
  return usable;
}

XKeyListener::XKeyListener(OnKey on_key) : on_key_(std::move(on_key)) {}

XKeyListener::~XKeyListener() {
  if (stop_ >= 0) eventfd_write(stop_, 1);
  thread_.Join();
  if (display_ != nullptr) x_->close_display(display_);
  if (stop_ >= 0) close(stop_);
}

StartStatus XKeyListener::Start() {
  if (!HasSpareDescriptors(kDescriptors)) return StartStatus::kOutOfDescriptors;
  stop_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (stop_ < 0) return StatusOfError(errno);
  if (!Open()) return StartStatus::kUnavailable;
  return thread_.Start([this] { Run(); }) ? StartStatus::kStarted : StartStatus::kOutOfThreads;
}

bool XKeyListener::Open() {
  x_ = Load();
  if (x_ == nullptr) return false;
  display_ = x_->open_display(nullptr);
  if (display_ == nullptr) return false;
  opcode_ = OpcodeOf(*x_, display_);
  if (opcode_ == 0) return false;
  x_->set_io_error_handler(OnServerGone);
  unsigned char bits[(kRawButtonRelease >> 3) + 1] = {};
  for (const int type : {kRawKeyPress, kRawKeyRelease, kRawButtonPress, kRawButtonRelease})
    bits[type >> 3] |= static_cast<unsigned char>(1 << (type & 7));
  XEventMask mask{kAllMasterDevices, sizeof bits, bits};
  x_->select_events(display_, x_->root_window(display_), &mask, 1);
  // Asked after the events were selected, so that no release is missed; what both report counts once.
  char keys[32] = {};
  x_->query_keymap(display_, keys);
  for (int keycode = kKeycodeOffset; keycode < 256; ++keycode) {
    if ((keys[keycode >> 3] >> (keycode & 7) & 1) != 0) OnEvent(kRawKeyPress, kSinceStart, keycode);
  }
  return true;
}

void XKeyListener::Run() {
  pollfd waits[] = {{x_->connection_number(display_), POLLIN, 0}, {stop_, POLLIN, 0}};
  while (waits[1].revents == 0) {
    while (x_->pending(display_) > 0) {
      XAnyEvent event;
      x_->next_event(display_, &event);
      if (event.type != kGenericEvent || event.cookie.extension != opcode_) continue;
      if (x_->get_event_data(display_, &event.cookie) == 0) continue;
      const auto* raw = static_cast<const XRawEvent*>(event.cookie.data);
      OnEvent(raw->event_type, raw->source, raw->detail);
      x_->free_event_data(display_, &event.cookie);
    }
    poll(waits, 2, -1);
  }
}

void XKeyListener::OnEvent(int type, int device, int detail) {
  const bool is_key = type == kRawKeyPress || type == kRawKeyRelease;
  const bool down = type == kRawKeyPress || type == kRawButtonPress;
  const uint16_t code = is_key ? static_cast<uint16_t>(detail - kKeycodeOffset) : CodeOfButton(detail);
  if (code == 0) return;
  if (down) {
    if (held_.Press(device, code)) on_key_(code, true, device == kSinceStart);
    return;
  }
  const bool was_released = held_.Release(kSinceStart, code);
  if (held_.Release(device, code) || was_released) on_key_(code, false, false);
}

}  // namespace guildhall
