#include "peer-credentials/peer_credentials.h"

#include "binding/binding.h"
#include "binding/worker.h"

namespace guildhall {
namespace {

const char* NameOf(PeerStatus status) {
  switch (status) {
    case PeerStatus::kFound:
      return "found";
    case PeerStatus::kNotFound:
      return "not-found";
    case PeerStatus::kUnavailable:
      return "unavailable";
  }
  return "unavailable";
}

Napi::Object ToObject(Napi::Env env, const PeerOwner& owner) {
  Napi::Object object = Napi::Object::New(env);
  object["status"] = NameOf(owner.status);
  object["user"] = owner.user;
  object["pid"] = static_cast<double>(owner.pid);
  object["inode"] = static_cast<double>(owner.inode);
  return object;
}

Napi::Value TcpPeer(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  if (info.Length() != 1 || !info[0].IsNumber()) {
    return ThrowUsage(env, "peerCredentials.findTcpPeer(fd)");
  }
  const auto ends = FindTcpEnds(info[0].As<Napi::Number>().Int32Value());
  return ToObject(env, ends ? FindTcpPeer(*ends) : PeerOwner{});
}

// The same on a thread of Node's pool.
Napi::Value TcpPeerLater(const Napi::CallbackInfo& info) {
  if (info.Length() != 1 || !info[0].IsNumber()) {
    return ThrowUsage(info.Env(), "peerCredentials.findTcpPeerLater(fd)");
  }
  const auto ends = FindTcpEnds(info[0].As<Napi::Number>().Int32Value());
  return RunOnWorker<PeerOwner>(
      info.Env(), "guildhall:findTcpPeer", [ends] { return ends ? FindTcpPeer(*ends) : PeerOwner{}; },
      ToObject);
}

Napi::Value TcpListener(const Napi::CallbackInfo& info) {
  if (info.Length() != 1 || !info[0].IsNumber()) {
    return ThrowUsage(info.Env(), "peerCredentials.findTcpListener(port)");
  }
  const auto port = static_cast<uint16_t>(info[0].As<Napi::Number>().Uint32Value());
  return RunOnWorker<int64_t>(
      info.Env(), "guildhall:findTcpListener", [port] { return FindTcpListener(port); },
      [](Napi::Env env, const int64_t& pid) { return Napi::Number::New(env, static_cast<double>(pid)); });
}

Napi::Value TcpPeerBetween(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  if (info.Length() != 4 || !info[0].IsString() || !info[1].IsNumber() || !info[2].IsString() ||
      !info[3].IsNumber()) {
    return ThrowUsage(
        env, "peerCredentials.findTcpPeerBetween(localAddress, localPort, remoteAddress, remotePort)");
  }
  const auto local = ParseTcpEndpoint(info[0].As<Napi::String>(), info[1].As<Napi::Number>().Int64Value());
  const auto peer = ParseTcpEndpoint(info[2].As<Napi::String>(), info[3].As<Napi::Number>().Int64Value());
  return ToObject(env, local && peer ? FindTcpPeer({*local, *peer}) : PeerOwner{});
}

Napi::Value UnreadBytes(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  if (info.Length() != 2 || !info[0].IsNumber() || !info[1].IsNumber()) {
    return ThrowUsage(env, "peerCredentials.countUnread(fd, sent)");
  }
  const auto ends = FindTcpEnds(info[0].As<Napi::Number>().Int32Value());
  const int64_t sent = info[1].As<Napi::Number>().Int64Value();
  if (!ends || sent < 0) return env.Null();
  const auto unread = CountUnread(*ends, static_cast<uint64_t>(sent));
  return unread ? Napi::Number::New(env, static_cast<double>(*unread)) : env.Null();
}

Napi::Value UnixPeer(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  if (info.Length() != 1 || !info[0].IsNumber()) {
    return ThrowUsage(env, "peerCredentials.findUnixPeer(fd)");
  }
  return ToObject(env, FindUnixPeer(info[0].As<Napi::Number>().Int32Value()));
}

Napi::Value UnixPeerInode(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  if (info.Length() != 1 || !info[0].IsNumber()) {
    return ThrowUsage(env, "peerCredentials.findUnixPeerInode(fd)");
  }
  return Napi::Number::New(env,
                           static_cast<double>(FindUnixPeerInode(info[0].As<Napi::Number>().Int32Value())));
}

Napi::Value User(const Napi::CallbackInfo& info) { return Napi::String::New(info.Env(), CurrentUser()); }

Napi::Value UserOfName(const Napi::CallbackInfo& info) {
  if (info.Length() != 1 || !info[0].IsString()) {
    return ThrowUsage(info.Env(), "peerCredentials.findUser(name)");
  }
  return Napi::String::New(info.Env(), FindUser(info[0].As<Napi::String>()));
}

Napi::Value Program(const Napi::CallbackInfo& info) {
  if (info.Length() != 1 || !info[0].IsNumber()) {
    return ThrowUsage(info.Env(), "peerCredentials.findProgram(pid)");
  }
  return Napi::String::New(info.Env(), FindProgram(info[0].As<Napi::Number>().Int64Value()));
}

}  // namespace

Napi::Object BindPeerCredentials(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["findTcpPeer"] = Napi::Function::New(env, TcpPeer, "findTcpPeer");
  binding["findTcpPeerLater"] = Napi::Function::New(env, TcpPeerLater, "findTcpPeerLater");
  binding["findTcpListener"] = Napi::Function::New(env, TcpListener, "findTcpListener");
  binding["findTcpPeerBetween"] = Napi::Function::New(env, TcpPeerBetween, "findTcpPeerBetween");
  binding["countUnread"] = Napi::Function::New(env, UnreadBytes, "countUnread");
  binding["findUnixPeer"] = Napi::Function::New(env, UnixPeer, "findUnixPeer");
  binding["findUnixPeerInode"] = Napi::Function::New(env, UnixPeerInode, "findUnixPeerInode");
  binding["currentUser"] = Napi::Function::New(env, User, "currentUser");
  binding["findUser"] = Napi::Function::New(env, UserOfName, "findUser");
  binding["findProgram"] = Napi::Function::New(env, Program, "findProgram");
  return binding;
}

}  // namespace guildhall
