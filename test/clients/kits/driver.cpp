// A game that does what the test writes to its standard input, a line of JSON for each call, and prints a
// line for all it is told.
#include <poll.h>
#include <unistd.h>

#include <iostream>
#include <limits>
#include <string>

#include "guildhall.hpp"

using guildhall::Client;
using guildhall::Error;
using guildhall::Json;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void Print(const std::string& name, const Json& value) {
  std::cout << Json(Json::Object{{name, value}}).ToString() << std::endl;
}

Json ToJson(const Error& error) { return Json::Object{{"code", error.code}, {"message", error.message}}; }

void Make(Client& client, const Json& call) {
  const auto answer = [](const Json& data, const Error* error) {
    Print(error == nullptr ? "reply" : "error", error == nullptr ? data : ToJson(*error));
  };
  const std::string& name = call["call"].Text();
  if (name == "authorize")
    client.Authorize(call["scopes"].Items(),
                     [=](const Json& data, const Error* error) { answer(data["code"], error); });
  else if (name == "authenticate")
    client.Authenticate(call["token"].Text(), answer);
  else if (name == "activity")
    client.SetActivity(call["activity"], answer);
  else if (name == "infinity")
    client.SetActivity(Json::Object{{"party", Json::Object{{"size", Json::List{1, kInfinity}}}}}, answer);
  else if (name == "subscribe")
    client.Subscribe(call["evt"].Text(), call["args"], answer);
  else
    client.Request(call["cmd"].Text(), call["args"], answer);
}

}  // namespace

int main(int, char** arguments) {
  Client client(arguments[1]);
  client.on_ready = [](const Json& user) { Print("ready", user); };
  client.on_event = [](const std::string& name, const Json& data) {
    Print("event", Json::Object{{"name", name}, {"data", data}});
  };
  client.on_disconnected = [](const Error& error) { Print("disconnected", ToJson(error)); };
  std::string input;
  while (!client.IsStopped()) {
    client.Update();
    pollfd standard_input{STDIN_FILENO, POLLIN, 0};
    if (poll(&standard_input, 1, 1) > 0) {
      char chunk[4096];
      const ssize_t count = read(STDIN_FILENO, chunk, sizeof(chunk));
      if (count <= 0) break;
      input.append(chunk, static_cast<size_t>(count));
    }
    for (size_t end = input.find('\n'); end != input.npos; end = input.find('\n')) {
      const Json call = Json::Parse(input.substr(0, end)).value();
      input.erase(0, end + 1);
      Make(client, call);
    }
  }
  Print("stopped", true);
}
