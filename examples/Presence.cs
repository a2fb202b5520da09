// Shows others what the person plays, with the kit for C#, as a console program. In Unity, call Update() of the client in
// Update() of a MonoBehaviour:
//   guildhall demo --json > demo.json
//   mcs -out:Presence.exe -r:System.Core.dll examples/Presence.cs kits/csharp/Guildhall.cs && mono Presence.exe

using System;
using System.IO;
using System.Threading;
using Guildhall;

public static class Presence {
    public static int Main() {
        if (!File.Exists("demo.json")) {
            Console.Error.WriteLine("There is no demo.json. Make it with: guildhall demo --json > demo.json");
            return 1;
        }
        Json demo = Json.Parse(File.ReadAllText("demo.json"));
        using (var client = new GuildhallClient(demo["application"]["id"].Text)) {
            client.Ready += user => Show(client);
            client.Event += (name, data) => {
                if (name == "ACTIVITY_JOIN") Console.WriteLine("joins with " + data["secret"].Text);
            };
            client.Disconnected += error => Console.WriteLine("no connection: " + error.Code + " " + error.Message);
            while (!client.IsStopped) {
                client.Update();
                Thread.Sleep(16);
            }
        }
        return 1;
    }

    // Called again after the connection was lost.
    static async void Show(GuildhallClient client) {
        try {
            await client.Subscribe("ACTIVITY_JOIN");
            Json shown = await client.SetActivity(new Json {
                ["details"] = "Castle",
                ["state"] = "Round 3",
                ["timestamps"] = new Json { ["start"] = DateTimeOffset.UtcNow.ToUnixTimeSeconds() },
                ["party"] = new Json { ["id"] = "party-1", ["size"] = Json.List(2, 4) },
                ["secrets"] = new Json { ["join"] = "secret-of-party-1" },
            });
            Console.WriteLine("others see: Playing " + shown["name"].Text + " – " + shown["details"].Text);
        } catch (GuildhallException error) {
            Console.WriteLine("not shown: " + error.Code + " " + error.Message);
        }
    }
}
