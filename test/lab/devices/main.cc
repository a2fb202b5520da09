// Makes devices that the kernel takes for real ones, as lines of standard input say:
//   keyboard NAME | mouse NAME | gamepad NAME | joystick NAME     plugs one in; answered with its handle
//   headset SERIAL NAME                                           plugs one in; answered with its handle
//   unplug HANDLE
//   key HANDLE CODE VALUE    presses (1) or releases (0) a key or button, by its code in
//   linux/input-event-codes.h abs HANDLE CODE VALUE    moves an axis to a place rel HANDLE CODE VALUE moves a
//   mouse or its wheel by so much report HANDLE HEX        sends a report of a headset, its number first
// Each line is answered with `ok`, `ok HANDLE` or `error REASON`. All are unplugged when standard input ends.
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include "headset.h"
#include "layouts.h"

namespace lab {

class Devices {
 public:
  /** @return the answer to one line */
  std::string obey(const std::string& line) {
    std::istringstream words(line);
    std::string verb;
    words >> verb >> std::ws;
    if (verb == "headset") return plugHeadset(words);
    const auto layout = layouts().find(verb);
    if (layout != layouts().end()) return plugInput(words, layout->second);
    int handle = 0;
    words >> handle;
    const auto found = plugged_.find(handle);
    if (found == plugged_.end()) return "error no such verb or handle";
    if (verb == "unplug") {
      plugged_.erase(found);
      return "ok";
    }
    const std::string error = use(verb, *found->second, words);
    return error.empty() ? "ok" : "error " + error;
  }

 private:
  std::string plugHeadset(std::istream& words) {
    std::string serial, name;
    words >> serial >> std::ws;
    std::getline(words, name);
    auto device = std::make_unique<Headset>();
    const std::string error = device->plug(name, serial);
    return keep(std::move(device), error);
  }

  std::string plugInput(std::istream& words, const InputLayout& layout) {
    std::string name;
    std::getline(words, name);
    auto device = std::make_unique<InputDevice>();
    const std::string error = device->plug(name, layout);
    return keep(std::move(device), error);
  }

  std::string keep(std::unique_ptr<Device> device, const std::string& error) {
    if (!error.empty()) return "error " + error;
    plugged_[++last_] = std::move(device);
    return "ok " + std::to_string(last_);
  }

  static std::string use(const std::string& verb, Device& device, std::istream& words) {
    static const std::map<std::string, int> types = {{"key", EV_KEY}, {"abs", EV_ABS}, {"rel", EV_REL}};
    if (verb == "report") {
      std::string hex, bytes;
      words >> hex;
      for (size_t at = 0; at + 1 < hex.size(); at += 2) {
        bytes.push_back(static_cast<char>(std::stoi(hex.substr(at, 2), nullptr, 16)));
      }
      return device.report(bytes);
    }
    const auto type = types.find(verb);
    if (type == types.end()) return "no such verb";
    int code = 0, value = 0;
    if (!(words >> code >> value)) return "wants CODE VALUE";
    return device.event(type->second, code, value);
  }

  std::map<int, std::unique_ptr<Device>> plugged_;
  int last_ = 0;
};

}  // namespace lab

int main() {
  lab::Devices devices;
  std::string line;
  while (std::getline(std::cin, line)) std::cout << devices.obey(line) << std::endl;
}
