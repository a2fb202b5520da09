#include "evdev/reader.h"

#include <linux/input-event-codes.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>

#include "spare-descriptors/spare_descriptors.h"

namespace guildhall {
namespace {

// The epoll data of a descriptor: a device's number, or one of these.
constexpr int64_t kStop = -1;
constexpr int64_t kUdev = -2;
constexpr int64_t kInotify = -3;

}  // namespace

Reader::Reader(DeviceKinds kinds, Wanted wanted, ReaderSink& sink)
    : kinds_(kinds), wanted_(wanted), sink_(sink) {}

Reader::~Reader() { Stop(); }

bool Reader::Watch(int fd, int64_t key) {
  epoll_event interest{};
  interest.events = EPOLLIN;
  interest.data.u64 = static_cast<uint64_t>(key);
  return epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &interest) == 0;
}

StartStatus Reader::Prepare() {
  epoll_ = epoll_create1(EPOLL_CLOEXEC);
  stop_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (epoll_ < 0 || stop_ < 0 || !Watch(stop_, kStop)) return StatusOfError(errno);
  // Before the devices are listed, so that no change is missed.
  watch_ = std::make_unique<DeviceWatch>();
  // One of the two mechanisms is sufficient.
  const bool is_watched = watch_->udev_fd() >= 0 || watch_->inotify_fd() >= 0;
  if (!is_watched && IsExhausted(watch_->error())) return StartStatus::kOutOfDescriptors;
  if (watch_->udev_fd() >= 0) Watch(watch_->udev_fd(), kUdev);
  if (watch_->inotify_fd() >= 0) Watch(watch_->inotify_fd(), kInotify);
  if (!HasSpareDescriptors(kLookDescriptors)) return StartStatus::kOutOfDescriptors;
  LookAt(NodeHints{true, {}});
  if (is_exhausted_) return StartStatus::kOutOfDescriptors;
  return thread_.Start([this] { Run(); }) ? StartStatus::kStarted : StartStatus::kOutOfThreads;
}

StartStatus Reader::Start() {
  const StartStatus status = Prepare();
  if (status != StartStatus::kStarted) Stop();
  return status;
}

void Reader::Stop() {
  if (stop_ >= 0) {
    const uint64_t one = 1;
    while (write(stop_, &one, sizeof one) < 0 && errno == EINTR) {
    }
  }
  thread_.Join();
  devices_.clear();
  by_node_.clear();
  watch_.reset();
  for (int* fd : {&epoll_, &stop_}) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
  }
}

void Reader::Run() {
  for (;;) {
    epoll_event ready[16];
    const int count = epoll_wait(epoll_, ready, 16, -1);
    if (count < 0 && errno != EINTR) return;
    for (int index = 0; index < count; ++index) {
      const int64_t key = static_cast<int64_t>(ready[index].data.u64);
      const uint32_t what = ready[index].events;
      if (key == kStop) return;
      if (key == kInotify) {
        LookAt(watch_->ReadInotify());
      } else if (key == kUdev) {
        NodeHints hints = watch_->ReadUdev();
        // The kernel reports that it dropped notifications.
        hints.all = (what & EPOLLERR) != 0;
        if ((what & EPOLLHUP) != 0) epoll_ctl(epoll_, EPOLL_CTL_DEL, watch_->udev_fd(), nullptr);
        LookAt(hints);
      } else {
        Read(static_cast<int>(key), (what & (EPOLLHUP | EPOLLERR)) != 0);
      }
    }
  }
}

void Reader::LookAt(const NodeHints& hints) {
  for (const std::string& node : hints.nodes) LookAt(node);
  if (!hints.all) return;
  std::vector<std::string> nodes = ListEventNodes();
  for (const auto& [node, number] : by_node_) nodes.push_back(node);
  for (const std::string& node : nodes) LookAt(node);
}

void Reader::LookAt(const std::string& node) {
  const std::optional<DeviceInfo> info = ReadDeviceInfo(node);
  const auto open = by_node_.find(node);
  if (open != by_node_.end()) {
    if (info) {
      devices_[open->second]->look_again = true;
      return;
    }
    Close(open->second);
  }
  if (info && info->kinds.Meets(kinds_)) Open(*info);
}

void Reader::Open(const DeviceInfo& info) {
  auto device = std::make_unique<Device>(info.node, wanted_);
  if (device->opened.error() != 0) {
    const int error = device->opened.error();
    if (IsExhausted(error)) is_exhausted_ = true;
    if (!IsGone(error)) sink_.OnRefused(info, error);
    return;
  }
  if (wanted_ == Wanted::kKeysAndAxes) device->axes = info.has.axes;
  // If the query fails, all keys count as released.
  DeviceState state;
  if (device->opened.ReadState(device->axes, state)) device->filter = EventFilter(state);
  const int number = next_number_++;
  if (!Watch(device->opened.fd(), number)) return sink_.OnRefused(info, errno);
  by_node_[info.node] = number;
  Device& opened = *(devices_[number] = std::move(device));
  sink_.OnPlugged(number, info, opened.opened, opened.filter.state());
}

void Reader::Close(int number) {
  const auto found = devices_.find(number);
  by_node_.erase(found->second->node);
  devices_.erase(found);
  sink_.OnUnplugged(number);
}

void Reader::Read(int number, bool hung_up) {
  const auto found = devices_.find(number);
  // It was closed by an earlier event in the same round.
  if (found == devices_.end()) return;
  Device& device = *found->second;
  std::vector<InputEvent> events;
  const bool there = device.opened.Read(events);
  const auto read_state = [&device](DeviceState& now) { return device.opened.ReadState(device.axes, now); };
  for (const InputEvent& event : device.filter.Take(events, read_state)) sink_.OnEvent(number, event);
  if (there && !hung_up) return;
  const std::string node = device.node;
  const bool look_again = device.look_again;
  Close(number);
  if (look_again) LookAt(node);
}

}  // namespace guildhall
