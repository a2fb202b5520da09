#include "evdev/open_device.h"

#include <fcntl.h>
#include <linux/input.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

namespace guildhall {
namespace {

// Makes the kernel discard all events of a type except some codes, given as bits. Kernels before 4.4 do not
// support this and send all events.
void Hear(int fd, uint32_t type, const uint8_t (&codes)[KEY_CNT / CHAR_BIT]) {
  input_mask mask{};
  mask.type = type;
  mask.codes_size = sizeof codes;
  mask.codes_ptr = reinterpret_cast<uintptr_t>(codes);
  ioctl(fd, EVIOCSMASK, &mask);
}

void Mute(int fd, uint32_t type) { Hear(fd, type, {}); }

}  // namespace

OpenDevice::OpenDevice(const std::string& node, Wanted wanted)
    : fd_(open(NodePath(node).c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)), error_(fd_ < 0 ? errno : 0) {
  if (fd_ < 0) return;
  Mute(fd_, EV_REL);
  Mute(fd_, EV_MSC);
  if (wanted == Wanted::kKeys) Mute(fd_, EV_ABS);
}

OpenDevice::~OpenDevice() {
  if (fd_ >= 0) close(fd_);
}

void OpenDevice::HearAxes(const AxisBits& axes) {
  uint8_t codes[KEY_CNT / CHAR_BIT] = {};
  for (size_t axis = 0; axis < kAxisCount; ++axis) {
    if (axes.test(axis)) codes[axis / CHAR_BIT] |= static_cast<uint8_t>(1 << axis % CHAR_BIT);
  }
  Hear(fd_, EV_ABS, codes);
}

bool OpenDevice::Read(std::vector<InputEvent>& events) {
  input_event batch[64];
  for (;;) {
    const ssize_t got = read(fd_, batch, sizeof batch);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno == EAGAIN;
    if (got == 0) return false;
    const size_t count = static_cast<size_t>(got) / sizeof *batch;
    for (size_t index = 0; index < count; ++index) {
      events.push_back({batch[index].type, batch[index].code, batch[index].value});
    }
    // Unread events make the descriptor readable again.
    if (static_cast<size_t>(got) < sizeof batch) return true;
  }
}

bool OpenDevice::ReadState(const AxisBits& axes, DeviceState& state) {
  uint8_t down[KEY_CNT / CHAR_BIT] = {};
  if (ioctl(fd_, EVIOCGKEY(sizeof down), down) < 0) return false;
  for (size_t code = 0; code < kKeyCount; ++code) {
    state.keys.set(code, (down[code / CHAR_BIT] >> code % CHAR_BIT & 1) != 0);
  }
  for (size_t axis = 0; axis < kAxisCount; ++axis) {
    if (!axes.test(axis)) continue;
    input_absinfo info{};
    if (ioctl(fd_, EVIOCGABS(axis), &info) < 0) return false;
    state.axes[axis] = info.value;
  }
  return true;
}

AxisRange OpenDevice::RangeOf(uint16_t axis) {
  input_absinfo info{};
  if (ioctl(fd_, EVIOCGABS(axis), &info) < 0) return {};
  return {info.minimum, info.maximum, info.fuzz, info.flat, info.resolution};
}

}  // namespace guildhall
