#include <linux/input-event-codes.h>
#include <unistd.h>

#include <climits>
#include <map>
#include <utility>

#include "evdev/device_info.h"
#include "evdev/reader.h"
#include "gamepads/evdev_controls.h"
#include "gamepads/evdev_mapping.h"
#include "gamepads/gamepads.h"
#include "gamepads/pad_table.h"
#include "spare-descriptors/spare_descriptors.h"

namespace guildhall {
namespace {

DeviceKinds Gamepads() {
  DeviceKinds kinds;
  kinds.gamepad = true;
  return kinds;
}

Guid GuidOf(const DeviceInfo& info) {
  return MakeGuid({info.bus, info.vendor, info.product, info.version}, info.name);
}

// The kernel driver of the hardware that a device belongs to, e.g. "xpad"; empty if there is none.
std::string DriverOf(const std::string& node) {
  char target[PATH_MAX];
  const std::string link = "/sys/class/input/" + node + "/device/device/driver";
  const ssize_t length = readlink(link.c_str(), target, sizeof target);
  const std::string path(target, length < 0 ? 0 : static_cast<std::size_t>(length));
  return path.substr(path.rfind('/') + 1);
}

std::string IdentityOf(const DeviceInfo& info) {
  const std::string& individual = info.uniq.empty() ? info.phys : info.uniq;
  return FormatGuid(GuidOf(info)) + "/" + individual;
}

const Mapping* FindMapping(const DeviceInfo& info, const MappingDatabase& database) {
  return database.Find(GuidOf(info), ChecksumOfName(info.name));
}

MappingOrigin OriginOf(const DeviceInfo& info, const MappingDatabase& database) {
  if (FindMapping(info, database) != nullptr) return MappingOrigin::kFile;
  return KeepsToGamepadCodes(info.has.keys) ? MappingOrigin::kSystem : MappingOrigin::kNone;
}

Mapping MappingOf(const DeviceInfo& info, const EvdevControls& controls, const MappingDatabase& database) {
  if (const Mapping* mapping = FindMapping(info, database); mapping != nullptr) return *mapping;
  if (!KeepsToGamepadCodes(info.has.keys)) return {};
  return MapByCodes(controls, FaceCodesOf(info.vendor, DriverOf(info.node)));
}

template <typename Use>
void ForEachAxis(const AxisBits& axes, Use use) {
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (axes.test(axis)) use(static_cast<uint16_t>(axis));
  }
}

EvdevControls ControlsOf(const DeviceInfo& info, OpenDevice& opened) {
  std::map<int, AxisRange> ranges;
  ForEachAxis(info.has.axes, [&](uint16_t axis) { ranges[axis] = opened.RangeOf(axis); });
  return EvdevControls(info.has.keys, ranges);
}

}  // namespace

const char kMappingPlatform[] = "Linux";

std::optional<std::vector<Gamepad>> ListGamepads(const MappingDatabase& database) {
  if (!HasSpareDescriptors(kLookDescriptors)) return std::nullopt;
  std::vector<Gamepad> gamepads;
  for (const std::string& node : ListEventNodes()) {
    const std::optional<DeviceInfo> info = ReadDeviceInfo(node);
    const int denied = DeniedError(node);
    if (!info || !info->kinds.gamepad || IsGone(denied)) continue;
    const std::string guid = FormatGuid(GuidOf(*info));
    gamepads.push_back({IdentityOf(*info), info->name, guid, OriginOf(*info, database), denied == 0});
  }
  return gamepads;
}

namespace {

class EvdevListener : public EventSource, private ReaderSink {
 public:
  EvdevListener(std::shared_ptr<const MappingDatabase> database, OnGamepadButton on_button)
      : database_(std::move(database)),
        pads_(std::move(on_button)),
        reader_(Gamepads(), Wanted::kKeysAndAxes, *this) {}

  StartStatus Start() override { return reader_.Start(); }

 private:
  void OnPlugged(int device, const DeviceInfo& info, OpenDevice& opened, const DeviceState& state) override {
    EvdevControls controls = ControlsOf(info, opened);
    ButtonState buttons(MappingOf(info, controls, *database_));
    // So that a jittering stick causes no wake-ups.
    AxisBits used;
    ForEachAxis(info.has.axes,
                [&](uint16_t axis) { used.set(axis, controls.IsUsed(axis, buttons.mapping())); });
    opened.HearAxes(used);
    for (std::size_t key = 0; key < state.keys.size(); ++key) {
      if (state.keys.test(key)) controls.SetKey(buttons, static_cast<int>(key), true);
    }
    ForEachAxis(info.has.axes, [&](uint16_t axis) { controls.SetAxis(buttons, axis, state.axes[axis]); });
    controls_.emplace(device, std::move(controls));
    pads_.Add(device, std::move(buttons));
  }

  void OnEvent(int device, const InputEvent& event) override {
    ButtonState* const buttons = pads_.Find(device);
    if (buttons == nullptr) return;
    EvdevControls& controls = controls_.at(device);
    if (event.type == EV_KEY) controls.SetKey(*buttons, event.code, event.value != 0);
    if (event.type == EV_ABS) controls.SetAxis(*buttons, event.code, event.value);
    // All events of a report are applied together: a hat that moves from left to right was never released.
    if (event.type == EV_SYN && event.code == SYN_REPORT) pads_.Report(device);
  }

  void OnUnplugged(int device) override {
    controls_.erase(device);
    pads_.Remove(device);
  }

  void OnRefused(const DeviceInfo&, int) override {}

  const std::shared_ptr<const MappingDatabase> database_;
  std::map<int, EvdevControls> controls_;
  PadTable pads_;
  Reader reader_;
};

}  // namespace

std::unique_ptr<EventSource> ListenToGamepads(std::shared_ptr<const MappingDatabase> database,
                                              OnGamepadButton on_button) {
  return std::make_unique<EvdevListener>(std::move(database), std::move(on_button));
}

}  // namespace guildhall
