// Makes devices that the kernel takes for real ones, as lines of standard input say:
//   keyboard NAME | headset NAME   plugs one in
//   key CODE VALUE                 presses (1) or releases (0) a key of the keyboard, by its code in linux/input.h
// Each line is answered with `ok` or `error REASON`. All are unplugged when standard input ends.
#include <iostream>
#include <sstream>
#include <string>

#include "headset.h"
#include "keyboard.h"

int main() {
  lab::Keyboard keyboard;
  lab::Headset headset;
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string verb;
    words >> verb >> std::ws;
    std::string error = "no such verb";
    if (verb == "keyboard" || verb == "headset") {
      std::string name;
      std::getline(words, name);
      error = verb == "keyboard" ? keyboard.plug(name) : headset.plug(name);
    } else if (verb == "key") {
      int code = 0;
      int value = 0;
      words >> code >> value;
      error = keyboard.key(code, value);
    }
    std::cout << (error.empty() ? "ok" : "error " + error) << std::endl;
  }
}
