// The smallest client in Java 17, without libraries: asks the person for access, then prints the messages of a channel.
//   guildhall demo --json > demo.json && java examples/Hello.java
// A real program reads JSON with a library; here a pattern finds the few strings that are needed.

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class Hello {
  // By default it asks the service to upgrade to HTTP/2, which is refused.
  private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final String CLOSED = "";

  /** What the server sent, in order; CLOSED at the end. */
  private final BlockingQueue<String> frames = new LinkedBlockingQueue<>();
  private WebSocket socket;

  public static void main(String[] args) throws Exception {
    try {
      run();
    } catch (IllegalStateException error) {
      // For example because no daemon runs, or the person chose Deny.
      System.err.println(error.getMessage());
      System.exit(1);
    }
  }

  private static void run() throws Exception {
    if (!Files.exists(Path.of("demo.json"))) {
      System.err.println("There is no demo.json. Make it with: guildhall demo --json > demo.json");
      System.exit(1);
    }
    String demo = Files.readString(Path.of("demo.json"));
    String application = demo.substring(demo.indexOf("\"application\""));
    String id = find(application, "id");
    Hello client = new Hello();
    client.connect(id, find(application, "rpc_origins"));

    String scopes = "[\"rpc\",\"identify\",\"messages.read\"]";
    String authorized = client.request("AUTHORIZE", "\"args\":{\"client_id\":\"%s\",\"scopes\":%s}".formatted(id, scopes));
    String token = exchange(demo, application, find(authorized, "code"));
    String me = client.request("AUTHENTICATE", "\"args\":{\"access_token\":\"%s\"}".formatted(token));
    String channel = find(demo, "channel_id");
    client.request("SUBSCRIBE", "\"evt\":\"MESSAGE_CREATE\",\"args\":{\"channel_id\":\"%s\"}".formatted(channel));
    System.out.println(find(me, "username") + " is signed in; waiting for messages");
    while (true) {
      String frame = client.next();
      if (frame.contains("\"evt\":\"MESSAGE_CREATE\"")) {
        System.out.println(find(frame, "username") + ": " + find(frame, "content"));
      }
    }
  }

  /** Tries the ports in order; the first that sends READY is the RPC server. */
  private void connect(String clientId, String origin) throws InterruptedException {
    String named = System.getenv("RPC_PORT");
    int first = named == null ? 6463 : Integer.parseInt(named);
    for (int port = first; port <= (named == null ? 6472 : first); port++) {
      frames.clear();
      URI uri = URI.create("ws://127.0.0.1:" + port + "/?v=1&client_id=" + clientId);
      try {
        socket = HTTP.newWebSocketBuilder().header("Origin", origin).buildAsync(uri, new Listener()).join();
        if (!frames.take().contains("\"evt\":\"READY\"")) continue;
        System.out.println("connected to port " + port);
        return;
      } catch (CompletionException notThere) {
        // the next port
      }
    }
    throw new IllegalStateException("There is no RPC server; start it with: guildhall start");
  }

  /** Sends a command and returns its reply. */
  private String request(String cmd, String rest) throws InterruptedException {
    String nonce = UUID.randomUUID().toString();
    socket.sendText("{\"cmd\":\"%s\",\"nonce\":\"%s\",%s}".formatted(cmd, nonce, rest), true).join();
    String reply = next();
    while (!reply.contains(nonce)) reply = next();
    if (reply.contains("\"evt\":\"ERROR\"")) throw new IllegalStateException(cmd + ": " + find(reply, "message"));
    return reply;
  }

  private String next() throws InterruptedException {
    String frame = frames.take();
    if (frame.equals(CLOSED)) throw new IllegalStateException("The connection was closed");
    return frame;
  }

  /** Exchanges the code for an access token, with the application's secret. */
  private static String exchange(String demo, String application, String code) throws Exception {
    Map<String, String> fields = Map.of(
        "grant_type", "authorization_code",
        "code", code,
        "client_id", find(application, "id"),
        "client_secret", find(application, "client_secret"),
        "redirect_uri", find(application, "redirect_uris"));
    String body = fields.entrySet().stream()
        .map((field) -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
    HttpRequest request = HttpRequest.newBuilder(URI.create(find(demo, "api_url") + "/oauth2/token"))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    return find(HTTP.send(request, BodyHandlers.ofString()).body(), "access_token");
  }

  /** The first string with this name, or the first one of a list with this name. */
  private static String find(String json, String name) {
    var matcher = Pattern.compile("\"" + name + "\"\\s*:\\s*\\[?\\s*\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
    if (!matcher.find()) throw new IllegalStateException("There is no " + name + " in " + json);
    return matcher.group(1);
  }

  private class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence part, boolean isLast) {
      text.append(part);
      if (isLast) {
        frames.add(text.toString());
        text.setLength(0);
      }
      webSocket.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
      if (code != 1000) System.err.println("closed " + code + " " + reason);
      frames.add(CLOSED);
      return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
      frames.add(CLOSED);
    }
  }
}
