#pragma once

#include <string>

namespace lab {

/** A plugged-in device; unplugged at the end of this object. Each method gives why it failed, or nothing. */
class Device {
 public:
  virtual ~Device() = default;

  /** Lets it tell of one change, by the numbers of linux/input-event-codes.h. */
  virtual std::string event(int /*type*/, int /*code*/, int /*value*/) { return "not an input device"; }

  /** Lets it send one report, its number first. */
  virtual std::string report(const std::string& /*bytes*/) { return "not a HID device"; }
};

}  // namespace lab
