#pragma once

#include <fcntl.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace lab {

/** A keyboard with every key below KEY_MICMUTE, made by uinput; gone with this object. */
class Keyboard {
 public:
  ~Keyboard() {
    if (fd_ >= 0) close(fd_);
  }

  /** @return why it could not be plugged in, empty if it is */
  std::string plug(const std::string& name) {
    fd_ = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
    if (fd_ < 0) return std::strerror(errno);
    ioctl(fd_, UI_SET_EVBIT, EV_KEY);
    for (int code = 1; code < KEY_MICMUTE; code += 1) ioctl(fd_, UI_SET_KEYBIT, code);
    uinput_setup setup{};
    setup.id = {BUS_USB, 0x1209, 0x0001, 1};
    std::strncpy(setup.name, name.c_str(), sizeof setup.name - 1);
    const bool made = ioctl(fd_, UI_DEV_SETUP, &setup) == 0 && ioctl(fd_, UI_DEV_CREATE) == 0;
    return made ? "" : std::strerror(errno);
  }

  /** @return why it could not be pressed or released, empty if it was */
  std::string key(int code, int value) {
    input_event events[2]{};
    events[0].type = EV_KEY;
    events[0].code = static_cast<unsigned short>(code);
    events[0].value = value;
    events[1].type = EV_SYN;
    return write(fd_, events, sizeof events) == sizeof events ? "" : std::strerror(errno);
  }

 private:
  int fd_ = -1;
};

}  // namespace lab
