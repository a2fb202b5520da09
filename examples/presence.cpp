// Shows others what the person plays, with the kit for C++:
//   guildhall demo --json > demo.json
//   g++ -std=c++17 -I kits/cpp -o presence examples/presence.cpp && ./presence
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <thread>

#include "guildhall.hpp"

using guildhall::Client;
using guildhall::Error;
using guildhall::Json;

int main() {
  std::ifstream file("demo.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const Json demo = Json::Parse(text).value_or(Json());
  if (demo.IsNull()) {
    std::cerr << "There is no demo.json. Make it with: guildhall demo --json > demo.json\n";
    return 1;
  }
  Client client(demo["application"]["id"].Text());
  // Called again after the connection was lost.
  client.on_ready = [&](const Json&) {
    client.Subscribe("ACTIVITY_JOIN");
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const Json activity = Json::Object{
        {"details", "Castle"},
        {"state", "Round 3"},
        {"timestamps",
         Json::Object{{"start", std::chrono::duration_cast<std::chrono::seconds>(now).count()}}},
        {"party", Json::Object{{"id", "party-1"}, {"size", Json::List{2, 4}}}},
        {"secrets", Json::Object{{"join", "secret-of-party-1"}}},
    };
    client.SetActivity(activity, [](const Json& shown, const Error* error) {
      if (error != nullptr)
        std::cout << "not shown: " << error->code << " " << error->message << std::endl;
      else
        std::cout << "others see: Playing " << shown["name"].Text() << " – " << shown["details"].Text()
                  << std::endl;
    });
  };
  client.on_event = [](const std::string& name, const Json& data) {
    if (name == "ACTIVITY_JOIN") std::cout << "joins with " << data["secret"].Text() << std::endl;
  };
  client.on_disconnected = [](const Error& error) {
    std::cout << "no connection: " << error.code << " " << error.message << std::endl;
  };
  while (!client.IsStopped()) {
    client.Update();
    std::this_thread::sleep_for(std::chrono::milliseconds(16));
  }
  return 1;
}
