#pragma once

#include <chrono>
#include <string>

namespace guildhall {

// The keymap of a Wayland compositor's keyboard, as text in XKB's format; empty if there is none, or if it is
// not received in time. `socket`: the path of the compositor's socket. Needs no library: it implements the
// wire protocol.
std::string ReadWaylandKeymap(const std::string& socket, std::chrono::milliseconds timeout);

}  // namespace guildhall
