// A game that does what the test writes to its standard input, a line of JSON for each call, and prints a line for all it is told.

using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Guildhall;

public static class Driver {
    public static int Main(string[] args) {
        var lines = new ConcurrentQueue<string>();
        var reader = new Thread(() => {
            for (string line = ""; line != null; lines.Enqueue(line)) line = Console.ReadLine();
        });
        reader.IsBackground = true;
        reader.Start();
        using (var client = new GuildhallClient(args[0])) {
            client.Ready += user => Print("ready", user);
            client.Event += (name, data) => Print("event", new Json { ["name"] = name, ["data"] = data });
            client.Disconnected += error => Print("disconnected", ToJson(error));
            while (!client.IsStopped) {
                client.Update();
                if (lines.TryDequeue(out string line)) {
                    if (line == null) client.Dispose();
                    else Answer(client, Json.Parse(line));
                }
                Thread.Sleep(1);
            }
        }
        Print("stopped", true);
        return 0;
    }

    static async void Answer(GuildhallClient client, Json call) {
        try {
            Print("reply", await Make(client, call));
        } catch (GuildhallException error) {
            Print("error", ToJson(error));
        } catch (ArgumentException error) {
            Print("error", new Json { ["code"] = 4000, ["message"] = error.Message });
        }
    }

    static async Task<Json> Make(GuildhallClient client, Json call) {
        switch (call["call"].Text) {
            case "authorize": return await client.Authorize(call["scopes"].Items.Select(scope => scope.Text).ToArray());
            case "authenticate": return await client.Authenticate(call["token"].Text);
            case "activity": return await client.SetActivity(call["activity"]);
            case "infinity":
                var size = Json.List(1, double.PositiveInfinity);
                return await client.SetActivity(new Json { ["party"] = new Json { ["size"] = size } });
            case "subscribe": return await client.Subscribe(call["evt"].Text, call["args"]);
            default: return await client.Request(call["cmd"].Text, call["args"]);
        }
    }

    static Json ToJson(GuildhallException error) =>
        new Json { ["code"] = error.Code, ["message"] = error.Message };

    static void Print(string name, Json value) => Console.WriteLine(new Json { [name] = value });
}
