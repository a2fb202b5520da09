#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gamepads/mapping/guid.h"
#include "gamepads/mapping/mapping.h"

namespace guildhall {

enum class MappingFault {
  kBadGuid,      // not 32 hexadecimal digits
  kNoColon,      // a field that is not a pair
  kBadSource,    // a field that names no button, axis or hat
  kBadChecksum,  // a field whose checksum has not one to four hexadecimal digits
  kNoButton,     // the line maps none
};

// The error of a line.
struct MappingProblem {
  MappingFault fault = MappingFault::kNoButton;
  // The invalid part of the line; empty if it is the whole line.
  std::string text;
};

// One line of SDL's database of game controllers.
struct MappingLine {
  // None for the name "xinput", which stands for all XInput pads.
  std::optional<Guid> guid;
  std::string name;
  // The checksum that a device's name must have, from the guid or a field `crc`; 0 for any name.
  std::uint16_t checksum = 0;
  Mapping mapping;
  // The system that it applies to, e.g. "Linux"; empty for every system.
  std::string platform;
  // The face buttons are assigned by label and not by position.
  bool by_label = false;
  // Its condition does not hold, so it must be ignored.
  bool disabled = false;
};

// Reads one line that is neither empty nor a comment. Nothing of a bad line is taken.
//
// `problem` gets what is wrong with it.
std::optional<MappingLine> ParseMappingLine(std::string_view text, MappingProblem& problem);

// Parses only `target:source,...`, e.g. "a:b0,dpup:h0.1,lefttrigger:a2".
std::optional<Mapping> ParseBindings(std::string_view text, MappingProblem& problem);

}  // namespace guildhall
