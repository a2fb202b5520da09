// Guildhall for games in C++17: Unreal Engine or any other, on Linux, macOS and Windows. Copy this file and
// guildhall_json.hpp into your project; they need nothing else, and neither exceptions nor RTTI.
// docs/for-games.md, Unity and Unreal shows how to use it; docs/rpc.md has all commands, events and errors.
//
// It starts no thread and never waits: Update() reads what has arrived, and makes all calls back.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#endif

#include "guildhall_json.hpp"

namespace guildhall {

// A refused command, or the end of a connection.
struct Error {
  // Of docs/rpc.md, Errors or Close codes; 1006: the connection was lost, or there is none.
  int code = 1006;
  std::string message;
};

// Gets the data of a reply; `error` is null if the command succeeded.
using Reply = std::function<void(const Json& data, const Error* error)>;

// A connection. Its methods do not wait: they return 0 if nothing could be read or written, and -1 after its
// end.
class Pipe {
 public:
  Pipe() = default;
  Pipe(const Pipe&) = delete;
  ~Pipe() { Close(); }
#ifdef _WIN32
  static int ProcessId() { return static_cast<int>(GetCurrentProcessId()); }
  bool IsOpen() const { return handle_ != INVALID_HANDLE_VALUE; }
  bool Open(const std::string& folder, const std::string& name) {
    const std::string path = "\\\\?\\pipe\\" + folder + (folder.empty() ? "" : "/") + name;
    // The server may learn who this is, but cannot act as this user.
    const DWORD flags = SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION;
    handle_ =
        CreateFileA(path.c_str(), GENERIC_READ | GENERIC_WRITE, 0, nullptr, OPEN_EXISTING, flags, nullptr);
    return IsOpen();
  }
  int Read(char* buffer, size_t size) {
    DWORD count = 0;
    if (!PeekNamedPipe(handle_, nullptr, 0, nullptr, &count, nullptr)) return -1;
    if (count > 0 && !ReadFile(handle_, buffer, static_cast<DWORD>(size), &count, nullptr)) return -1;
    return static_cast<int>(count);
  }
  int Write(const std::string& bytes) {
    DWORD count = 0;
    const auto size = static_cast<DWORD>(bytes.size());
    return size == 0 || WriteFile(handle_, bytes.data(), size, &count, nullptr) ? static_cast<int>(count)
                                                                                : -1;
  }
  void Close() {
    if (IsOpen()) CloseHandle(handle_);
    handle_ = INVALID_HANDLE_VALUE;
  }

 private:
  HANDLE handle_ = INVALID_HANDLE_VALUE;
#else
  static int ProcessId() { return getpid(); }
  bool IsOpen() const { return socket_ >= 0; }
  bool Open(std::string folder, const std::string& name) {
    for (const char* variable : {"XDG_RUNTIME_DIR", "TMPDIR", "TMP", "TEMP"})
      if (const char* value = std::getenv(variable); folder.empty() && value != nullptr) folder = value;
    const std::string path = (folder.empty() ? "/tmp" : folder) + "/" + name;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof(address.sun_path)) return false;
    path.copy(address.sun_path, path.size());
    socket_ = socket(AF_UNIX, SOCK_STREAM, 0);
    fcntl(socket_, F_SETFD, FD_CLOEXEC);
    fcntl(socket_, F_SETFL, O_NONBLOCK);
#ifdef SO_NOSIGPIPE
    const int yes = 1;
    setsockopt(socket_, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof(yes));
#define MSG_NOSIGNAL 0
#endif
    if (connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0 || !IsTrusted(socket_))
      Close();
    return IsOpen();
  }
  int Read(char* buffer, size_t size) {
    const ssize_t count = recv(socket_, buffer, size, 0);
    return count == 0 ? -1 : Result(count);
  }
  int Write(const std::string& bytes) {
    return Result(send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL));
  }
  void Close() {
    if (IsOpen()) close(socket_);
    socket_ = -1;
  }

 private:
  // In a folder of all users, anybody can make a socket that games find.
  static bool IsTrusted(int connection) {
#ifdef SO_PEERCRED
    ucred server{};
    socklen_t size = sizeof(server);
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &server, &size) != 0) return false;
    const uid_t user = server.uid;
#else
    uid_t user = 0;
    gid_t group = 0;
    if (getpeereid(connection, &user, &group) != 0) return false;
#endif
    return user == geteuid() || user == 0;
  }
  static int Result(ssize_t count) {
    const bool is_later = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    return is_later ? 0 : static_cast<int>(count);
  }
  int socket_ = -1;
#endif
};

// Connects to the daemon over IPC, and again after the connection was lost. Do not destroy it in a callback.
class Client {
 public:
  // `client_id` is of your application (guildhall apps create), `folder` that of the sockets, by default
  // where games look for them.
  explicit Client(std::string client_id, std::string folder = "")
      : client_id_(std::move(client_id)), folder_(std::move(folder)) {}

  // Connected, for the first time or again: show the activity, authenticate and subscribe here.
  std::function<void(const Json& user)> on_ready;
  // Subscribe asks for events.
  std::function<void(const std::string& name, const Json& data)> on_event;
  // The connection was lost or refused, or no daemon runs. Update tries again, unless IsStopped.
  std::function<void(const Error& error)> on_disconnected;

  bool IsReady() const { return is_ready_; }
  // Update does nothing any more: the daemon does not want this client.
  bool IsStopped() const { return is_stopped_; }

  // Call it in each frame of the game, always on the same thread.
  void Update() {
    if (is_stopped_ || (!pipe_.IsOpen() && !Open())) return;
    for (int count = 0; count < 256 && pipe_.IsOpen(); count++) {
      // If the connection has ended, what it received before can still be read.
      unsent_.erase(0, static_cast<size_t>(std::max(0, pipe_.Write(unsent_))));
      if (!Receive()) break;
    }
    if (pipe_.IsOpen() && !is_ready_ && Clock::now() > ready_before_)
      Disconnect({kLost, "the server did not answer in time"});
  }

  void Request(const std::string& cmd, Json args = Json::Object{}, Reply reply = {}, Json evt = {}) {
    const Error error = is_ready_ ? Error{kInvalidPayload, "args: a number is NaN or infinite"}
                                  : Error{kLost, "not connected"};
    if (!is_ready_ || !args.IsFinite()) return reply ? reply({}, &error) : void();
    const std::string nonce = std::to_string(++last_nonce_);
    Json::Object frame{{"cmd", cmd}, {"nonce", nonce}, {"args", std::move(args)}};
    if (!evt.IsNull()) frame.emplace_back("evt", std::move(evt));
    pending_.emplace(nonce, std::move(reply));
    Send(kFrame, Json(std::move(frame)).ToString());
  }

  // Shows others what the person plays, until the connection ends; null ends it.
  void SetActivity(Json activity, Reply reply = {}) {
    Request("SET_ACTIVITY", Json::Object{{"pid", Pipe::ProcessId()}, {"activity", std::move(activity)}},
            std::move(reply));
  }

  void Subscribe(const std::string& evt, Json args = Json::Object{}, Reply reply = {}) {
    Request("SUBSCRIBE", std::move(args), std::move(reply), evt);
  }

  // Asks the person for access. The reply has a `code`, which your server exchanges for a token.
  void Authorize(Json::List scopes, Reply reply) {
    Request("AUTHORIZE", Json::Object{{"client_id", client_id_}, {"scopes", std::move(scopes)}},
            std::move(reply));
  }

  // After it, commands act for the person, within the scopes of the token.
  void Authenticate(const std::string& access_token, Reply reply = {}) {
    Request("AUTHENTICATE", Json::Object{{"access_token", access_token}}, std::move(reply));
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr uint32_t kHandshake = 0, kFrame = 1, kClose = 2, kPing = 3, kPong = 4;
  static constexpr int kLost = 1006, kInvalid = 1003, kInvalidPayload = 4000, kServers = 10;
  static constexpr size_t kHeaderBytes = 8, kLongestFrame = 16 << 20;
  static constexpr std::chrono::milliseconds kFirstRetry{500}, kLastRetry{30000}, kReady{5000};

  // Tries the sockets in order, until one accepts the connection.
  bool Open() {
    if (Clock::now() < retry_at_) return false;
    for (; number_ < kServers; number_++) {
      if (!pipe_.Open(folder_, "discord-ipc-" + std::to_string(number_))) continue;
      ready_before_ = Clock::now() + kReady;
      Send(kHandshake, Json(Json::Object{{"v", 1}, {"client_id", client_id_}}).ToString());
      return true;
    }
    const Error error =
        refusal_.value_or(Error{kLost, "no daemon is running; start it with: guildhall start"});
    number_ = 0;
    refusal_.reset();
    retry_at_ = Clock::now() + retry_;
    retry_ = std::min(2 * retry_, kLastRetry);
    // Closed by the person, an unknown client id, a revoked grant and the like: to connect again is
    // pointless.
    for (int code : {1000, 4000, 4001, 4003, 4004, 4005, 4006}) is_stopped_ |= error.code == code;
    if (on_disconnected) on_disconnected(error);
    return false;
  }

  void Disconnect(const Error& error) {
    number_ = is_ready_ ? kServers : number_ + 1;
    // The next socket may be the daemon's. The first refusal is most likely of the person's own server.
    if (!refusal_ && (is_ready_ || (error.code != kLost && error.code != kInvalid))) refusal_ = error;
    pipe_.Close();
    is_ready_ = false;
    received_.clear();
    unsent_.clear();
    for (const auto& [nonce, reply] : std::exchange(pending_, {}))
      if (reply) reply({}, &error);
  }

  void Send(uint32_t opcode, const std::string& payload) {
    for (uint32_t number : {opcode, static_cast<uint32_t>(payload.size())})
      for (int shift = 0; shift < 32; shift += 8) unsent_ += static_cast<char>(number >> shift & 0xff);
    unsent_ += payload;
  }

  uint32_t NumberAt(size_t place) const {
    uint32_t number = 0;
    for (size_t i = 4; i-- > 0;) number = number << 8 | static_cast<unsigned char>(received_[place + i]);
    return number;
  }

  // Handles the next frame, if it has arrived as a whole.
  bool Receive() {
    char chunk[16 << 10];
    size_t size = kHeaderBytes;
    while (received_.size() < size || size == kHeaderBytes) {
      if (received_.size() >= kHeaderBytes) {
        if (NumberAt(0) > kPong || NumberAt(4) > kLongestFrame)
          return Disconnect({kInvalid, "the server sent an invalid frame"}), false;
        size = kHeaderBytes + NumberAt(4);
        if (received_.size() >= size) break;
      }
      const int count = pipe_.Read(chunk, sizeof(chunk));
      if (count < 0) Disconnect({kLost, "the connection was lost"});
      if (count <= 0) return false;
      received_.append(chunk, static_cast<size_t>(count));
    }
    const uint32_t opcode = NumberAt(0);
    const std::string payload = received_.substr(kHeaderBytes, size - kHeaderBytes);
    received_.erase(0, size);
    // A server that does not read what it is sent gets no more of it.
    if (opcode == kPing && unsent_.size() < kLongestFrame) Send(kPong, payload);
    if (opcode == kFrame || opcode == kClose) Handle(opcode, Json::Parse(payload));
    return pipe_.IsOpen();
  }

  void Handle(uint32_t opcode, const std::optional<Json>& frame) {
    if (!frame) return Disconnect({kInvalid, "the server sent invalid JSON"});
    if (opcode == kClose) return Disconnect(ToError(*frame));
    const Json& data = (*frame)["data"];
    const std::string& evt = (*frame)["evt"].Text();
    if ((*frame)["cmd"].Text() == "DISPATCH") {
      if (is_ready_ && on_event) on_event(evt, data);
      if (is_ready_ || evt != "READY") return;
      is_ready_ = true;
      refusal_.reset();
      retry_ = kFirstRetry;
      if (on_ready) on_ready(data["user"]);
    } else if (const auto found = pending_.find((*frame)["nonce"].Text()); found != pending_.end()) {
      const Reply reply = std::move(found->second);
      const Error error = ToError(data);
      pending_.erase(found);
      if (reply) reply(data, evt == "ERROR" ? &error : nullptr);
    }
  }

  static Error ToError(const Json& error) {
    return {error["code"].IsNull() ? kLost : error["code"].Integer(), error["message"].Text()};
  }

  const std::string client_id_, folder_;
  Pipe pipe_;
  std::string received_, unsent_;
  std::map<std::string, Reply> pending_;
  std::optional<Error> refusal_;
  int number_ = 0, last_nonce_ = 0;
  bool is_ready_ = false, is_stopped_ = false;
  Clock::time_point retry_at_, ready_before_;
  std::chrono::milliseconds retry_ = kFirstRetry;
};

}  // namespace guildhall
