// Guildhall for games in C#: Unity 2021 or newer, .NET and Mono. Copy this file into your project; it needs no other.
// docs/for-games.md, Unity and Unreal shows how to use it; docs/rpc.md has all commands, events and errors.
//
// It starts no thread and never waits: Update() reads what has arrived, and ends tasks and raises events on its thread.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using Microsoft.Win32.SafeHandles;

namespace Guildhall {

/// <summary>A refused command, or the end of a connection.</summary>
public sealed class GuildhallException : Exception {
    /// <summary>Of docs/rpc.md, Errors or Close codes; 1006: the connection was lost, or there is none.</summary>
    public readonly int Code;

    public GuildhallException(int code, string message) : base(message) { Code = code; }
}

/// <summary>Connects to the daemon over IPC, and again after the connection was lost.</summary>
public sealed class GuildhallClient : IDisposable {
    const int Handshake = 0, Frame = 1, Close = 2, Ping = 3, Pong = 4, Closed = 1000, Invalid = 1003, Lost = 1006;
    const int HeaderBytes = 8, LongestFrame = 16 << 20, FramesPerUpdate = 256, Servers = 10;
    const long ReadyMs = 5000, FirstRetryMs = 500, LastRetryMs = 30000;
    // Closed by the person, an unknown client id, a revoked grant and the like: to connect again is pointless.
    static readonly int[] FinalCodes = { 1000, 4000, 4001, 4003, 4004, 4005, 4006 };

    readonly string clientId, folder;
    readonly Dictionary<string, TaskCompletionSource<Json>> pending =
        new Dictionary<string, TaskCompletionSource<Json>>();
    readonly Stopwatch clock = Stopwatch.StartNew();
    readonly List<byte> received = new List<byte>(), unsent = new List<byte>();
    readonly byte[] chunk = new byte[16 << 10];
    Pipe pipe;
    GuildhallException refusal;
    int number, lastNonce;
    long retryAt, readyBefore, retryMs = FirstRetryMs;

    /// <param name="clientId">of your application (guildhall apps create)</param>
    /// <param name="folder">of the sockets, by default where games look for them</param>
    public GuildhallClient(string clientId, string folder = null) {
        this.clientId = clientId;
        this.folder = folder;
    }

    /// <summary>Connected, for the first time or again: show the activity, authenticate and subscribe here.</summary>
    public event Action<Json> Ready;
    /// <summary>The name and data of an event; Subscribe asks for it.</summary>
    public event Action<string, Json> Event;
    /// <summary>The connection was lost or refused, or no daemon runs. Update tries again, unless IsStopped.</summary>
    public event Action<GuildhallException> Disconnected;

    public bool IsReady { get; private set; }
    /// <summary>Update does nothing any more: the daemon does not want this client, or Dispose was called.</summary>
    public bool IsStopped { get; private set; }

    /// <summary>Call it in each frame of the game, always on the same thread.</summary>
    public void Update() {
        if (IsStopped || (pipe == null && !Open())) return;
        for (int count = 0; count < FramesPerUpdate && pipe != null; count++) {
            Action callback;
            try {
                // If the connection has ended, what it received before can still be read.
                if (unsent.Count > 0) unsent.RemoveRange(0, Math.Max(0, pipe.Write(unsent.ToArray())));
                if (!Read(out int opcode, out byte[] payload)) break;
                callback = Receive(opcode, payload);
            } catch (GuildhallException error) {
                Disconnect(error);
                return;
            }
            callback?.Invoke();
        }
        if (pipe != null && !IsReady && clock.ElapsedMilliseconds > readyBefore)
            Disconnect(new GuildhallException(Lost, "the server did not answer in time"));
    }

    /// <summary>Sends a command. The task gives the data of its reply, or throws a GuildhallException.</summary>
    public Task<Json> Request(string cmd, Json args = null, string evt = null) {
        if (!IsReady) return Task.FromException<Json>(new GuildhallException(Lost, "not connected"));
        var reply = new TaskCompletionSource<Json>();
        string nonce = (++lastNonce).ToString(CultureInfo.InvariantCulture);
        pending.Add(nonce, reply);
        var frame = new Json { ["cmd"] = cmd, ["nonce"] = nonce, ["args"] = args ?? new Json() };
        if (evt != null) frame["evt"] = evt;
        Send(Frame, Encoding.UTF8.GetBytes(frame.ToString()));
        return reply.Task;
    }

    /// <summary>Shows others what the person plays, until the connection ends; null ends it.</summary>
    public Task<Json> SetActivity(Json activity) =>
        Request("SET_ACTIVITY", new Json { ["pid"] = Process.GetCurrentProcess().Id, ["activity"] = activity });

    public Task<Json> Subscribe(string evt, Json args = null) => Request("SUBSCRIBE", args, evt);
    public Task<Json> Unsubscribe(string evt, Json args = null) => Request("UNSUBSCRIBE", args, evt);

    /// <summary>Asks the person for access. The task gives a code, which your server exchanges for a token.</summary>
    public async Task<string> Authorize(params string[] scopes) {
        Json list = Json.List(Array.ConvertAll(scopes, scope => (Json)scope));
        return (await Request("AUTHORIZE", new Json { ["client_id"] = clientId, ["scopes"] = list }))["code"].Text;
    }

    /// <summary>After it, commands act for the person, within the scopes of the token.</summary>
    public Task<Json> Authenticate(string accessToken) =>
        Request("AUTHENTICATE", new Json { ["access_token"] = accessToken });

    /// <summary>Closes the connection for good.</summary>
    public void Dispose() {
        IsStopped = true;
        Reset(new GuildhallException(Closed, "the game closed the connection"));
    }

    // Tries the sockets in order, until one accepts the connection.
    bool Open() {
        if (clock.ElapsedMilliseconds < retryAt) return false;
        for (; number < Servers; number++) {
            pipe = Pipe.Open(folder, "discord-ipc-" + number.ToString(CultureInfo.InvariantCulture));
            if (pipe == null) continue;
            readyBefore = clock.ElapsedMilliseconds + ReadyMs;
            Send(Handshake, Encoding.UTF8.GetBytes(new Json { ["v"] = 1, ["client_id"] = clientId }.ToString()));
            return true;
        }
        Fail(refusal ?? new GuildhallException(Lost, "no daemon is running; start it with: guildhall start"));
        return false;
    }

    void Disconnect(GuildhallException error) {
        number = IsReady ? Servers : number + 1;
        // The next socket may be the daemon's. The first refusal is most likely of the person's own server.
        if (refusal == null && (IsReady || (error.Code != Lost && error.Code != Invalid))) refusal = error;
        Reset(error);
    }

    void Fail(GuildhallException error) {
        number = 0;
        refusal = null;
        retryAt = clock.ElapsedMilliseconds + retryMs;
        retryMs = Math.Min(2 * retryMs, LastRetryMs);
        IsStopped |= Array.IndexOf(FinalCodes, error.Code) >= 0;
        Disconnected?.Invoke(error);
    }

    void Reset(GuildhallException error) {
        pipe?.Dispose();
        pipe = null;
        IsReady = false;
        received.Clear();
        unsent.Clear();
        var replies = new List<TaskCompletionSource<Json>>(pending.Values);
        pending.Clear();
        foreach (var reply in replies) reply.SetException(error);
    }

    void Send(int opcode, byte[] payload) {
        unsent.AddRange(BitConverter.GetBytes(opcode));
        unsent.AddRange(BitConverter.GetBytes(payload.Length));
        unsent.AddRange(payload);
    }

    // The next frame, once it has arrived as a whole.
    bool Read(out int opcode, out byte[] payload) {
        opcode = 0;
        payload = null;
        while (received.Count < HeaderBytes || received.Count < HeaderBytes + PayloadBytes()) {
            int count = pipe.Read(chunk);
            if (count < 0) throw new GuildhallException(Lost, "the connection was lost");
            if (count == 0) return false;
            received.AddRange(new ArraySegment<byte>(chunk, 0, count));
        }
        opcode = received[0];
        payload = received.GetRange(HeaderBytes, PayloadBytes()).ToArray();
        received.RemoveRange(0, HeaderBytes + payload.Length);
        return true;
    }

    int PayloadBytes() {
        byte[] header = received.GetRange(0, HeaderBytes).ToArray();
        uint opcode = BitConverter.ToUInt32(header, 0), length = BitConverter.ToUInt32(header, 4);
        if (opcode <= Pong && length <= LongestFrame) return (int)length;
        throw new GuildhallException(Invalid, "the server sent an invalid frame");
    }

    // Returns what the game is to be told.
    Action Receive(int opcode, byte[] payload) {
        if (opcode == Ping && unsent.Count < LongestFrame) Send(Pong, payload);
        if (opcode != Frame && opcode != Close) return null;
        Json frame;
        try {
            frame = Json.Parse(new UTF8Encoding(false, true).GetString(payload));
        } catch (Exception error) when (error is FormatException || error is ArgumentException) {
            throw new GuildhallException(Invalid, "the server sent invalid JSON: " + error.Message);
        }
        if (opcode == Close) throw ToException(frame);
        Json data = frame["data"];
        string evt = frame["evt"].Text;
        if (frame["cmd"].Text == "DISPATCH") {
            if (IsReady) return () => Event?.Invoke(evt, data);
            if (evt != "READY") return null;
            IsReady = true;
            refusal = null;
            retryMs = FirstRetryMs;
            return () => Ready?.Invoke(data["user"]);
        }
        string nonce = frame["nonce"].Text ?? "";
        if (!pending.TryGetValue(nonce, out TaskCompletionSource<Json> reply)) return null;
        pending.Remove(nonce);
        if (evt == "ERROR") return () => reply.SetException(ToException(data));
        return () => reply.SetResult(data);
    }

    static GuildhallException ToException(Json error) =>
        new GuildhallException(error["code"].IsNull ? Lost : (int)error["code"].Number, error["message"].Text);

    // A connection. Its methods do not wait: they return 0 if nothing could be read or written, and -1 after its end.
    abstract class Pipe : IDisposable {
        // Null: nobody listens there.
        public static Pipe Open(string folder, string name) {
            if (Path.DirectorySeparatorChar == '\\')
                return WindowsPipe.Open(@"\\?\pipe\" + (folder == null ? "" : folder.Replace('\\', '/') + "/") + name);
            string[] variables = { "XDG_RUNTIME_DIR", "TMPDIR", "TMP", "TEMP" };
            var folders = variables.Select(Environment.GetEnvironmentVariable).Prepend(folder).Append("/tmp");
            return UnixPipe.Open(Path.Combine(folders.First(value => !string.IsNullOrEmpty(value)), name));
        }

        public abstract int Read(byte[] buffer);
        public abstract int Write(byte[] bytes);
        public abstract void Dispose();
    }

    sealed class UnixPipe : Pipe {
        readonly Socket socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

        public static Pipe Open(string path) {
            var pipe = new UnixPipe();
            try {
                pipe.socket.Connect(new UnixDomainSocketEndPoint(path));
                pipe.socket.Blocking = false;
                if (IsTrusted((int)pipe.socket.Handle)) return pipe;
            } catch (TypeLoadException) {
                return pipe;
            } catch (Exception error) when (error is SocketException || error is ArgumentException) { }
            pipe.Dispose();
            return null;
        }

        // In a folder of all users, anybody can make a socket. Only Linux tells whose it is: SO_PEERCRED.
        static bool IsTrusted(int socket) {
            int size = 12;
            int[] peer = new int[3];
            return getsockopt(socket, 1, 17, peer, ref size) != 0 || peer[1] == 0 || peer[1] == geteuid();
        }

        [DllImport("libc")] static extern int geteuid();
        [DllImport("libc")] static extern int getsockopt(int fd, int level, int name, [Out] int[] value, ref int size);

        public override int Read(byte[] buffer) {
            int count = socket.Receive(buffer, 0, buffer.Length, SocketFlags.None, out SocketError error);
            return error == SocketError.Success && count == 0 ? -1 : Check(count, error);
        }

        public override int Write(byte[] bytes) =>
            Check(socket.Send(bytes, 0, bytes.Length, SocketFlags.None, out SocketError error), error);

        public override void Dispose() => socket.Close();
        static int Check(int count, SocketError error) =>
            error == SocketError.WouldBlock ? 0 : error == SocketError.Success ? count : -1;
    }

    sealed class WindowsPipe : Pipe {
        // The server may learn who this is, but cannot act as this user.
        const uint ReadAndWrite = 0xC0000000, OpenExisting = 3, Identification = 0x00110000;
        SafeFileHandle handle;

        public static Pipe Open(string name) {
            var handle = CreateFileW(name, ReadAndWrite, 0, IntPtr.Zero, OpenExisting, Identification, IntPtr.Zero);
            return handle.IsInvalid ? null : new WindowsPipe { handle = handle };
        }

        public override int Read(byte[] buffer) {
            if (!PeekNamedPipe(handle, IntPtr.Zero, 0, IntPtr.Zero, out int count, IntPtr.Zero)) return -1;
            return count == 0 || ReadFile(handle, buffer, buffer.Length, out count, IntPtr.Zero) ? count : -1;
        }

        public override int Write(byte[] bytes) =>
            WriteFile(handle, bytes, bytes.Length, out int count, IntPtr.Zero) ? count : -1;
        public override void Dispose() => handle.Dispose();

        [DllImport("kernel32", CharSet = CharSet.Unicode)]
        static extern SafeFileHandle CreateFileW(
            string name, uint access, uint share, IntPtr security, uint how, uint flags, IntPtr template);
        [DllImport("kernel32")]
        static extern bool PeekNamedPipe(
            SafeFileHandle pipe, IntPtr buffer, int size, IntPtr read, out int available, IntPtr left);
        [DllImport("kernel32")]
        static extern bool ReadFile(SafeFileHandle pipe, byte[] buffer, int size, out int count, IntPtr overlapped);
        [DllImport("kernel32")]
        static extern bool WriteFile(SafeFileHandle pipe, byte[] bytes, int size, out int count, IntPtr overlapped);
    }
}

/// <summary>A JSON value. What is not there, or of another type, reads as null, 0 or false.</summary>
public sealed class Json {
    static readonly Json Null = new Json(null);
    static readonly CultureInfo Plain = CultureInfo.InvariantCulture;
    readonly object value;

    /// <summary>An object: new Json { ["state"] = "Round 3", ["party"] = new Json { ["id"] = "p1" } }.</summary>
    public Json() { value = new Dictionary<string, Json>(); }
    Json(object value) { this.value = value; }
    public static Json List(params Json[] items) => new Json(new List<Json>(items));
    public static implicit operator Json(string text) => new Json(text);
    public static implicit operator Json(double number) => !double.IsNaN(number) && !double.IsInfinity(number)
        ? new Json((object)number) : throw new ArgumentException("JSON has neither NaN nor infinity");
    public static implicit operator Json(bool value) => new Json((object)value);

    public bool IsNull => value == null;
    public bool IsTrue => value is bool && (bool)value;
    public string Text => value as string;
    public double Number => value is double ? (double)value : 0;
    public IReadOnlyList<Json> Items => value as List<Json> ?? new List<Json>();
    public IEnumerable<string> Names => (value as Dictionary<string, Json> ?? new Dictionary<string, Json>()).Keys;

    public Json this[string name] {
        get => value is Dictionary<string, Json> all && all.TryGetValue(name, out Json found) ? found : Null;
        set => ((Dictionary<string, Json>)this.value)[name] = value ?? Null;
    }

    public override string ToString() {
        if (value is double) return Number.ToString("R", Plain);
        if (value is string) return Quote(Text);
        if (value is List<Json>) return "[" + string.Join(",", Items.Select(item => item ?? Null)) + "]";
        if (!(value is Dictionary<string, Json>)) return value == null ? "null" : IsTrue ? "true" : "false";
        return "{" + string.Join(",", Names.Select(name => Quote(name) + ":" + this[name])) + "}";
    }

    static string Quote(string text) =>
        "\"" + Regex.Replace(text, @"[""\\\x00-\x1f]", found => "\\u" + ((int)found.Value[0]).ToString("x4")) + "\"";

    /// <exception cref="FormatException">if it is not JSON</exception>
    public static Json Parse(string text) {
        var reader = new Reader { text = text };
        Json json = reader.ReadValue(0);
        return reader.at == text.Length ? json : throw reader.Unexpected();
    }

    sealed class Reader {
        const int Deepest = 64;
        static readonly Regex Token = new Regex(@"\G[ \t\r\n]*(?:(?<mark>[][{},:]|true|false|null)" +
            @"|(?<digits>-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)" +
            @"|""(?<text>(?>[^""\\\x00-\x1f]+|\\[""\\/bfnrt]|\\u[0-9a-fA-F]{4})*)"")[ \t\r\n]*");
        public string text; public int at;

        public Json ReadValue(int depth) {
            Match token = Token.Match(text, at);
            if (!token.Success || depth > Deepest) throw Unexpected();
            at += token.Length;
            if (token.Groups["text"].Success) return Regex.Unescape(token.Groups["text"].Value);
            bool isNumber = double.TryParse(token.Groups["digits"].Value, NumberStyles.Float, Plain, out double number);
            if (isNumber && !double.IsInfinity(number)) return number;
            var json = new Json();
            var items = new List<Json>();
            switch (token.Groups["mark"].Value) {
                case "null": return Null;
                case "true": case "false": return token.Value.Contains("true");
                case "{":
                    if (Take('}')) return json;
                    do {
                        string name = ReadValue(depth + 1).Text;
                        if (name == null || !Take(':')) throw Unexpected();
                        json[name] = ReadValue(depth + 1);
                    } while (Take(','));
                    return Take('}') ? json : throw Unexpected();
                case "[":
                    if (Take(']')) return new Json(items);
                    do items.Add(ReadValue(depth + 1)); while (Take(','));
                    return Take(']') ? new Json(items) : throw Unexpected();
                default: throw Unexpected();
            }
        }

        // Tokens end with the spaces after them.
        bool Take(char mark) {
            if (at == text.Length || text[at] != mark) return false;
            at += Token.Match(text, at).Length;
            return true;
        }

        public FormatException Unexpected() => new FormatException("unexpected text at character " + at);
    }
}
}
