# The smallest client in Python: asks the person for access, then prints the messages of a channel.
#   apt install python3-websocket (or: pip install websocket-client)
#   guildhall demo --json > demo.json && python3 examples/hello.py
import json
import os
import urllib.parse
import urllib.request
import uuid

try:
    import websocket
except ModuleNotFoundError:
    raise SystemExit(
        "The package websocket-client is missing. Install it with: "
        "apt install python3-websocket (or: pip install websocket-client)"
    ) from None

try:
    with open("demo.json", encoding="utf-8") as file:
        demo = json.load(file)
except FileNotFoundError:
    raise SystemExit("There is no demo.json. Make it with: guildhall demo --json > demo.json") from None
application = demo["application"]


def connect():
    """Tries the ports in order; the first that sends READY is the RPC server."""
    named = os.environ.get("RPC_PORT")
    for port in [int(named)] if named else range(6463, 6473):
        url = f"ws://127.0.0.1:{port}/?v=1&client_id={application['id']}"
        try:
            connection = websocket.create_connection(url, origin=application["rpc_origins"][0], timeout=5)
            if json.loads(connection.recv())["evt"] == "READY":
                print("connected to port", port)
                connection.settimeout(None)  # the person may take their time
                return connection
        except (OSError, websocket.WebSocketException, ValueError):
            continue
    raise SystemExit("There is no RPC server; start it with: guildhall start")


def request(connection, cmd, args, **more):
    """Sends a command and returns the data of its reply."""
    nonce = str(uuid.uuid4())
    connection.send(json.dumps({"cmd": cmd, "args": args, "nonce": nonce, **more}))
    while True:
        reply = json.loads(connection.recv())
        if reply["nonce"] == nonce:
            break
    if reply["evt"] == "ERROR":
        raise SystemExit(f"{cmd}: {reply['data']['code']} {reply['data']['message']}")
    return reply["data"]


def exchange(code):
    """Exchanges the code for an access token, with the application's secret."""
    body = {
        "grant_type": "authorization_code",
        "code": code,
        "client_id": application["id"],
        "client_secret": application["client_secret"],
        "redirect_uri": application["redirect_uris"][0],
    }
    data = urllib.parse.urlencode(body).encode()
    with urllib.request.urlopen(f"{demo['api_url']}/oauth2/token", data) as response:
        return json.load(response)["access_token"]


connection = connect()
scopes = ["rpc", "identify", "messages.read"]
authorized = request(connection, "AUTHORIZE", {"client_id": application["id"], "scopes": scopes})
me = request(connection, "AUTHENTICATE", {"access_token": exchange(authorized["code"])})
channel = demo["message"]["channel_id"]
request(connection, "SUBSCRIBE", {"channel_id": channel}, evt="MESSAGE_CREATE")
print(f"{me['user']['username']} is signed in; waiting for messages", flush=True)
while True:
    event = json.loads(connection.recv())
    if event["evt"] == "MESSAGE_CREATE":
        message = event["data"]["message"]
        print(f"{message['author']['username']}: {message['content']}", flush=True)
