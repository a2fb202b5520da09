#pragma once

#include <string>

namespace guildhall {

// The physical device that something belongs to, as "container:{UUID}", which is equal for all parts of one
// device; empty if it is unknown, or the computer itself.

// `instance`: the id of a device's instance, e.g. "SWD\MMDEVAPI\{...}".
std::string PlaceOfDevice(const std::wstring& instance);
// `path`: of a device's interface, by which it is opened.
std::string PlaceOfInterface(const std::wstring& path);

}  // namespace guildhall
