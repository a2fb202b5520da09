// test:all kits: compiles the kit for C++ and runs it under the sanitizers
import { testKit } from './test-kit.js';

testKit({
  language: 'C++',
  files: ['kits/cpp/guildhall.hpp', 'kits/cpp/guildhall_json.hpp'],
  example: 'examples/presence.cpp',
  driver: 'test/clients/kits/driver.cpp',
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
