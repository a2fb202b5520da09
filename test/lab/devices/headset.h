#pragma once

#include <fcntl.h>
#include <linux/input.h>
#include <linux/uhid.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "device.h"

namespace lab {

/**
 * The buttons of a headset, made by uhid. Report 1: bit 0 is phone mute (telephony page); report 2: bits 0
 * and 1 are volume up and volume down (consumer page).
 */
class Headset : public Device {
 public:
  ~Headset() override {
    if (fd_ >= 0) close(fd_);
  }

  /** @return why it could not be plugged in, empty if it is */
  std::string plug(const std::string& name, const std::string& serial) {
    static const unsigned char descriptor[] = {
        0x05, 0x0B,                                                  // usage page: telephony
        0x09, 0x05,                                                  // usage: headset
        0xA1, 0x01,                                                  // collection: application
        0x85, 0x01,                                                  //   report 1
        0x09, 0x2F,                                                  //   usage: phone mute
        0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x01, 0x81, 0x06,  //   one relative bit
        0x75, 0x07, 0x95, 0x01, 0x81, 0x03,                          //   seven bits of nothing
        0xC0,                                                        // end
        0x05, 0x0C,                                                  // usage page: consumer
        0x09, 0x01,                                                  // usage: consumer control
        0xA1, 0x01,                                                  // collection: application
        0x85, 0x02,                                                  //   report 2
        0x09, 0xE9, 0x09, 0xEA,                                      //   usages: volume up, volume down
        0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x02, 0x81, 0x02,  //   two bits
        0x75, 0x06, 0x95, 0x01, 0x81, 0x03,                          //   six bits of nothing
        0xC0,                                                        // end
    };
    fd_ = open("/dev/uhid", O_RDWR | O_CLOEXEC);
    if (fd_ < 0) return std::strerror(errno);
    uhid_event event{};
    event.type = UHID_CREATE2;
    auto& device = event.u.create2;
    std::strncpy(reinterpret_cast<char*>(device.name), name.c_str(), sizeof device.name - 1);
    std::strncpy(reinterpret_cast<char*>(device.uniq), serial.c_str(), sizeof device.uniq - 1);
    std::memcpy(device.rd_data, descriptor, sizeof descriptor);
    device.rd_size = sizeof descriptor;
    device.bus = BUS_USB;
    device.vendor = 0x1209;
    device.product = 0x0002;
    const std::string error = send(event);
    return error.empty() ? untilStarted() : error;
  }

  std::string report(const std::string& bytes) override {
    uhid_event event{};
    event.type = UHID_INPUT2;
    auto& input = event.u.input2;
    if (bytes.size() > sizeof input.data) return "too long";
    input.size = static_cast<unsigned short>(bytes.size());
    std::memcpy(input.data, bytes.data(), bytes.size());
    return send(event);
  }

 private:
  std::string send(const uhid_event& event) {
    return write(fd_, &event, sizeof event) > 0 ? "" : std::strerror(errno);
  }

  /** The kernel makes it in a thread of its own, and says when a driver has taken it. */
  std::string untilStarted() {
    uhid_event event{};
    while (event.type != UHID_START) {
      pollfd readable{fd_, POLLIN, 0};
      if (poll(&readable, 1, 30'000) <= 0) return "no driver of the kernel takes it";
      if (read(fd_, &event, sizeof event) <= 0) return std::strerror(errno);
    }
    return "";
  }

  int fd_ = -1;
};

}  // namespace lab
