// test:all kits: compiles the kit for C# and runs it with Mono, which has to be installed
import { testKit } from './test-kit.js';

const FILES = ['kits/csharp/Guildhall.cs'];

testKit({
  language: 'C#',
  files: FILES,
  example: 'examples/Presence.cs',
  driver: 'test/clients/kits/driver.cs',
  programs: ['mcs', 'mono'],
  compile: (source, program) => [
    'mcs',
    ...['-langversion:7', '-warn:4', '-warnaserror', '-r:System.Core.dll', `-out:${program}`],
    ...[source, ...FILES],
  ],
  run: (program) => ['mono', program],
});
