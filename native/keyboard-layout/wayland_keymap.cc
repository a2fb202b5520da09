#include "keyboard-layout/wayland_keymap.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

namespace guildhall {
namespace {

using Clock = std::chrono::steady_clock;

// Objects of this connection. The first is predefined, the others are numbered by their creator.
enum Object : uint32_t { kDisplay = 1, kRegistry = 2, kSeat = 3, kKeyboard = 4 };

// Opcodes of requests and events, from their order in wayland.xml.
constexpr uint16_t kDisplayGetRegistry = 1;
constexpr uint16_t kRegistryBind = 0;
constexpr uint16_t kRegistryGlobal = 0;
constexpr uint16_t kSeatGetKeyboard = 1;
constexpr uint16_t kSeatCapabilities = 0;
constexpr uint16_t kKeyboardKeymap = 0;
constexpr uint32_t kCanType = 2;
constexpr uint32_t kXkbText = 1;
// A keymap has some ten thousand characters.
constexpr uint32_t kLongestKeymap = 4 << 20;
constexpr size_t kHeader = 8;

// The words of a message after its header. A text has a length and a terminating zero, and is padded to whole
// words.
class Words {
 public:
  Words(const char* data, size_t size) : data_(data), left_(size) {}

  uint32_t Word() {
    uint32_t word = 0;
    Take(&word, sizeof word);
    return word;
  }

  std::string Text() {
    const uint32_t length = Word();
    const size_t padded = (static_cast<size_t>(length) + 3) & ~size_t{3};
    if (length == 0 || padded > left_) return "";
    const std::string text(data_, length - 1);
    data_ += padded;
    left_ -= padded;
    return text;
  }

 private:
  void Take(void* to, size_t size) {
    if (size > left_) return;
    std::memcpy(to, data_, size);
    data_ += size;
    left_ -= size;
  }

  const char* data_;
  size_t left_;
};

class Connection {
 public:
  explicit Connection(Clock::time_point deadline) : deadline_(deadline) {}

  ~Connection() {
    for (const int fd : received_) close(fd);
    if (fd_ >= 0) close(fd_);
  }

  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  bool Connect(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) return false;
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    fd_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    return fd_ >= 0 && connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }

  std::string Keymap() {
    Send(kDisplay, kDisplayGetRegistry, {kRegistry});
    while (!keymap_ && Receive()) {
      while (!keymap_ && HandleMessage()) {
      }
    }
    return keymap_.value_or("");
  }

 private:
  // Requests are short and few: they fit the socket's buffer unless the compositor is stuck.
  void Send(uint32_t object, uint16_t request, const std::vector<uint32_t>& words) {
    const size_t size = kHeader + words.size() * sizeof(uint32_t);
    std::vector<uint32_t> message{object, static_cast<uint32_t>(size) << 16 | request};
    message.insert(message.end(), words.begin(), words.end());
    if (send(fd_, message.data(), size, MSG_NOSIGNAL) != static_cast<ssize_t>(size)) deadline_ = Clock::now();
  }

  // Waits for more data. Returns false if there is none, or not in time.
  bool Receive() {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now());
    pollfd ready{fd_, POLLIN, 0};
    if (left.count() <= 0 || poll(&ready, 1, static_cast<int>(left.count())) <= 0) return false;
    char data[4096];
    alignas(cmsghdr) char control[CMSG_SPACE(4 * sizeof(int))];
    iovec part{data, sizeof data};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t got = recvmsg(fd_, &message, MSG_CMSG_CLOEXEC);
    if (got <= 0) return false;
    for (cmsghdr* one = CMSG_FIRSTHDR(&message); one != nullptr; one = CMSG_NXTHDR(&message, one)) {
      if (one->cmsg_level != SOL_SOCKET || one->cmsg_type != SCM_RIGHTS) continue;
      const size_t count = (one->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      for (size_t index = 0; index < count; ++index) {
        int fd = -1;
        std::memcpy(&fd, CMSG_DATA(one) + index * sizeof fd, sizeof fd);
        received_.push_back(fd);
      }
    }
    buffer_.append(data, static_cast<size_t>(got));
    return true;
  }

  // Returns false if no complete message was received.
  bool HandleMessage() {
    uint32_t header[2];
    if (buffer_.size() < kHeader) return false;
    std::memcpy(header, buffer_.data(), kHeader);
    const size_t size = header[1] >> 16;
    if (size < kHeader || buffer_.size() < size) return false;
    Words words(buffer_.data() + kHeader, size - kHeader);
    Handle(header[0], static_cast<uint16_t>(header[1]), words);
    buffer_.erase(0, size);
    return true;
  }

  void Handle(uint32_t object, uint16_t event, Words& words) {
    if (object == kRegistry && event == kRegistryGlobal) {
      const uint32_t name = words.Word();
      if (words.Text() != "wl_seat" || has_seat_) return;
      has_seat_ = true;
      // The name of the interface ("wl_seat" and its zero: two words), its version, and the new object.
      uint32_t interface[2];
      std::memcpy(interface, "wl_seat", sizeof interface);
      Send(kRegistry, kRegistryBind, {name, sizeof interface, interface[0], interface[1], 1, kSeat});
    } else if (object == kSeat && event == kSeatCapabilities) {
      if ((words.Word() & kCanType) == 0 || has_keyboard_) return;
      has_keyboard_ = true;
      Send(kSeat, kSeatGetKeyboard, {kKeyboard});
    } else if (object == kKeyboard && event == kKeyboardKeymap && !received_.empty()) {
      const uint32_t format = words.Word();
      keymap_ = format == kXkbText ? ReadText(received_.front(), words.Word()) : "";
    }
  }

  // Read and not mapped: another process that shares the memory could truncate it.
  static std::string ReadText(int fd, uint32_t size) {
    if (size > kLongestKeymap) return "";
    std::string text(size, '\0');
    size_t done = 0;
    for (ssize_t got; done < size && (got = pread(fd, &text[done], size - done, done)) > 0;) done += got;
    return text.substr(0, strnlen(text.data(), done));
  }

  Clock::time_point deadline_;
  int fd_ = -1;
  std::string buffer_;
  std::vector<int> received_;
  bool has_seat_ = false;
  bool has_keyboard_ = false;
  std::optional<std::string> keymap_;
};

}  // namespace

std::string ReadWaylandKeymap(const std::string& socket, std::chrono::milliseconds timeout) {
  Connection connection(Clock::now() + timeout);
  return connection.Connect(socket) ? connection.Keymap() : "";
}

}  // namespace guildhall
