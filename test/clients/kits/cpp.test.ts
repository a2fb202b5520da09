// test:all kits: compiles the kit for C++ and runs it under the sanitizers
import { testKit } from './test-kit.js';

testKit({
  language: 'C++',
  files: ['kits/cpp/guildhall.hpp', 'kits/cpp/guildhall_json.hpp'],
  example: 'examples/presence.cpp',
  driver: 'test/clients/kits/driver.cpp',
  access: {
    fence: 'cpp',
    toProgram: (block) => `
#include <unistd.h>

#include <functional>
#include <iostream>
#include <string>

#include "guildhall.hpp"

using guildhall::Client;
using guildhall::Error;
using guildhall::Json;

[[maybe_unused]] static void AskYourServer(const std::string& code,
                                           const std::function<void(const std::string&)>& reply) {
  reply("token for " + code);
}

int main(int, char** arguments) {
  std::string token = "ended";
  const std::string channel_id = "7";
  Client client(arguments[1]);
  ${block}
  while (!client.IsStopped()) {
    client.Update();
    usleep(1000);
  }
}`,
  },
  programs: ['g++'],
  // Engines often have neither exceptions nor RTTI.
  compile: (source, program) => [
    'g++',
    ...[
      '-std=c++17',
      '-g1',
      '-O0',
      '-fno-exceptions',
      '-fno-rtti',
      '-Wall',
      '-Wextra',
      '-Wconversion',
      '-Wshadow',
      '-Werror',
    ],
    ...['-fsanitize=address,undefined', '-fno-sanitize-recover=all', '-I', 'kits/cpp', '-o', program, source],
  ],
  run: (program) => [program],
});
