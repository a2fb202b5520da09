#pragma once

#include <fcntl.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "device.h"

namespace lab {

/** An axis, and where it is until it is moved. */
struct Axis {
  int code, least, greatest, flat, rest;
};

/** What an input device has. */
struct InputLayout {
  input_id id;
  std::vector<int> keys, wheels;
  std::vector<Axis> axes;
};

/** A keyboard, mouse or gamepad made by uinput. */
class InputDevice : public Device {
 public:
  ~InputDevice() override {
    if (fd_ >= 0) close(fd_);
  }

  /** @return why it could not be plugged in, empty if it is */
  std::string plug(const std::string& name, const InputLayout& layout) {
    fd_ = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
    if (fd_ < 0) return std::strerror(errno);
    enable(UI_SET_EVBIT, EV_KEY, UI_SET_KEYBIT, layout.keys);
    enable(UI_SET_EVBIT, EV_REL, UI_SET_RELBIT, layout.wheels);
    if (!layout.axes.empty()) ioctl(fd_, UI_SET_EVBIT, EV_ABS);
    for (const Axis& axis : layout.axes) {
      uinput_abs_setup setup{};
      setup.code = static_cast<unsigned short>(axis.code);
      setup.absinfo.minimum = axis.least;
      setup.absinfo.maximum = axis.greatest;
      setup.absinfo.flat = axis.flat;
      setup.absinfo.value = axis.rest;
      if (ioctl(fd_, UI_ABS_SETUP, &setup) != 0) return std::strerror(errno);
    }
    uinput_setup setup{};
    setup.id = layout.id;
    std::strncpy(setup.name, name.c_str(), sizeof setup.name - 1);
    const bool made = ioctl(fd_, UI_DEV_SETUP, &setup) == 0 && ioctl(fd_, UI_DEV_CREATE) == 0;
    return made ? "" : std::strerror(errno);
  }

  std::string event(int type, int code, int value) override {
    input_event events[2]{};
    events[0].type = static_cast<unsigned short>(type);
    events[0].code = static_cast<unsigned short>(code);
    events[0].value = value;
    events[1].type = EV_SYN;
    return write(fd_, events, sizeof events) == sizeof events ? "" : std::strerror(errno);
  }

 private:
  void enable(unsigned long typeRequest, int type, unsigned long codeRequest, const std::vector<int>& codes) {
    if (!codes.empty()) ioctl(fd_, typeRequest, type);
    for (const int code : codes) ioctl(fd_, codeRequest, code);
  }

  int fd_ = -1;
};

}  // namespace lab
