// test:all kits: compiles the kit for C# and runs it with Mono, which has to be installed
import { testKit } from './test-kit.js';

const FILES = ['kits/csharp/Guildhall.cs'];

testKit({
  language: 'C#',
  files: FILES,
  example: 'examples/Presence.cs',
  driver: 'test/clients/kits/driver.cs',
  access: {
    fence: 'cs',
    toProgram: (block) => `
using System;
using System.Threading;
using System.Threading.Tasks;
using Guildhall;

public static class Access {
    static Task<string> AskYourServer(string code) => Task.FromResult("token for " + code);

    public static int Main(string[] args) {
        string token = "ended", channelId = "7";
        using (var client = new GuildhallClient(args[0])) {
            ${block}
            while (!client.IsStopped) {
                client.Update();
                Thread.Sleep(1);
            }
        }
        return 0;
    }
}`,
  },
  programs: ['mcs', 'mono'],
  compile: (source, program) => [
    'mcs',
    ...['-langversion:7', '-warn:4', '-warnaserror', '-r:System.Core.dll', `-out:${program}`],
    ...[source, ...FILES],
  ],
  run: (program) => ['mono', program],
});
