#include "evdev/device_info.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace guildhall {
namespace {

// Reads a file of sysfs without its final newline; none if it cannot be read.
std::optional<std::string> ReadAttribute(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  // The kernel returns at most one page.
  char buffer[4096];
  std::string text;
  for (ssize_t got; (got = read(fd, buffer, sizeof buffer)) > 0;) text.append(buffer, got);
  close(fd);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

uint16_t ReadId(const std::string& folder, const char* name) {
  const std::string text = ReadAttribute(folder + "/id/" + name).value_or("");
  return static_cast<uint16_t>(std::strtoul(text.c_str(), nullptr, 16));
}

}  // namespace

std::string NodePath(const std::string& node) { return "/dev/input/" + node; }

bool IsEventNode(const std::string& name) {
  constexpr char kPrefix[] = "event";
  constexpr size_t kLength = sizeof kPrefix - 1;
  return name.size() > kLength && name.compare(0, kLength, kPrefix) == 0 &&
         name.find_first_not_of("0123456789", kLength) == std::string::npos;
}

std::optional<DeviceInfo> ReadDeviceInfo(const std::string& node) {
  const std::string folder = "/sys/class/input/" + node + "/device";
  const auto keys = ReadAttribute(folder + "/capabilities/key");
  if (!keys) return std::nullopt;
  DeviceInfo info;
  info.node = node;
  info.name = ReadAttribute(folder + "/name").value_or("");
  info.uniq = ReadAttribute(folder + "/uniq").value_or("");
  info.phys = ReadAttribute(folder + "/phys").value_or("");
  info.bus = ReadId(folder, "bustype");
  info.vendor = ReadId(folder, "vendor");
  info.product = ReadId(folder, "product");
  info.version = ReadId(folder, "version");
  info.has.keys = ParseBits<kKeyCount>(*keys);
  info.has.axes = ParseBits<kAxisCount>(ReadAttribute(folder + "/capabilities/abs").value_or(""));
  info.kinds = KindsOf(info.has);
  return info;
}

int DeniedError(const std::string& node) { return access(NodePath(node).c_str(), R_OK) == 0 ? 0 : errno; }

bool IsGone(int error) { return error == ENOENT || error == ENODEV || error == ENXIO; }

std::vector<std::string> ListEventNodes() {
  std::vector<std::string> nodes;
  DIR* folder = opendir("/dev/input");
  if (folder == nullptr) return nodes;
  while (const dirent* entry = readdir(folder)) {
    if (IsEventNode(entry->d_name)) nodes.emplace_back(entry->d_name);
  }
  closedir(folder);
  return nodes;
}

}  // namespace guildhall
