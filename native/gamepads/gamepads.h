#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gamepads/mapping/mapping_database.h"
#include "listening/event_source.h"

namespace guildhall {

// The source of a gamepad's layout.
enum class MappingOrigin {
  kNone,    // unknown: its buttons are not reported until the file has a line for it
  kSystem,  // the system's description of the pad
  kFile,    // a line of the file
};

// A connected gamepad or joystick.
struct Gamepad {
  // A persistent identifier; identical devices may have the same one.
  std::string identity;
  // A display name.
  std::string name;
  // The beginning of a line in the mapping file that applies to it.
  std::string guid;
  MappingOrigin mapping;
  // Whether this process may read it.
  bool readable;
};

// The name of this system in SDL's database of game controllers.
extern const char kMappingPlatform[];

// The connected gamepads; empty if the process has no descriptors left. Opens no device on Linux.
std::optional<std::vector<Gamepad>> ListGamepads(const MappingDatabase& database);

// Called for the button of the standard layout with this index.
using OnGamepadButton = std::function<void(int button, bool down)>;

// Reads the buttons of all gamepads together, including those connected later; `on_button` is never called
// concurrently. A button is pressed when the first pad presses it, and released when the last one releases it
// or is disconnected; buttons that are down when a pad is connected are only reported when they are pressed
// again.
std::unique_ptr<EventSource> ListenToGamepads(std::shared_ptr<const MappingDatabase> database,
                                              OnGamepadButton on_button);

}  // namespace guildhall
