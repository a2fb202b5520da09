#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gamepads/mapping_database.h"
#include "listening/event_source.h"

namespace guildhall {

// Where the layout of a gamepad is known from.
enum class MappingOrigin {
  kNone,    // nowhere: its buttons are not heard until the file has a line for it
  kSystem,  // the system, by what it tells of the pad
  kFile,    // a line of the file
};

// A gamepad or joystick that is plugged in.
struct Gamepad {
  // What identifies it persistently; two that are alike to the system have the same.
  std::string identity;
  // For people.
  std::string name;
  // What a line of the file is to begin with to be about it.
  std::string guid;
  MappingOrigin mapping;
  // Whether this process may read it.
  bool readable;
};

// The name of this system in SDL's database of game controllers.
extern const char kMappingPlatform[];

// What is plugged in now; nothing if the process has no descriptors left to look. Opens no device on Linux.
std::optional<std::vector<Gamepad>> ListGamepads(const MappingDatabase& database);

// Called for the button of the standard layout with this index.
using OnGamepadButton = std::function<void(int button, bool down)>;

// Reads the buttons of all gamepads together, including those plugged in later; `on_button` is never
// called on two threads at once. A button goes down with the first pad that presses it and up with the last
// that lets go of it or is unplugged; what was down when a pad was met is reported only when it
// goes down again.
std::unique_ptr<EventSource> ListenToGamepads(std::shared_ptr<const MappingDatabase> database,
                                              OnGamepadButton on_button);

}  // namespace guildhall
