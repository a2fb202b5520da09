#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gamepads/mapping_database.h"
#include "listening/start_status.h"

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

// What is plugged in now. Opens no device on Linux.
std::vector<Gamepad> ListGamepads(const MappingDatabase& database);

// The buttons of all gamepads together, also of those that are plugged in later. A button goes down with the
// first pad that presses it and up with the last that lets go of it or is unplugged; what was down when a pad
// was met is told of only when it goes down again. Holds devices open from `Start` on.
class GamepadListener {
 public:
  // Called on a thread of the listener's, never on two at once. `button`: index in the standard layout.
  using OnButton = std::function<void(int button, bool down)>;

  GamepadListener(std::shared_ptr<const MappingDatabase> database, OnButton on_button);
  // Waits for a call under way; none follows.
  ~GamepadListener();
  GamepadListener(const GamepadListener&) = delete;
  GamepadListener& operator=(const GamepadListener&) = delete;

  // Once per listener.
  StartStatus Start();

 private:
  class Implementation;
  const std::unique_ptr<Implementation> implementation_;
};

}  // namespace guildhall
